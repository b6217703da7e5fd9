import type { TicketDto } from '@tessera/api';
import { bySeatPlace } from '@tessera/product-ui';
import { type CurrencyTotal, totalsByCurrency } from '@tessera/ui';

/** Tickets that were recorded together: one payment of one login for one event. */
export interface Order {
  /** The id of its first ticket, by seat. */
  key: number;
  /** By area, row and seat. */
  tickets: readonly TicketDto[];
  /** For what all of its tickets share. */
  first: TicketDto;
  totals: readonly CurrencyTotal[];
}

/** A record's tickets have the time of its transaction. */
const orderKey = ({ realm_id, login_id, event_id, created_at }: TicketDto): string =>
  [realm_id, login_id, event_id, created_at].join('|');

/** Groups a list's tickets by order, in the order of the list. */
export const groupOrders = (tickets: readonly TicketDto[]): Order[] =>
  [...Map.groupBy(tickets, orderKey).values()].flatMap((members) => toOrder(members) ?? []);

/** Undefined without tickets. */
export function toOrder(members: readonly TicketDto[]): Order | undefined {
  const tickets = [...members].sort(bySeatPlace);
  const [first] = tickets;
  return first && { key: first.id, tickets, first, totals: totalsByCurrency(tickets) };
}

/** What is known of an order's reference: each that its tickets have, once. */
export const referencesOf = ({ tickets }: Order): string =>
  [...new Set(tickets.flatMap(({ ticket_reference: reference }) => reference ?? []))].join(', ');
