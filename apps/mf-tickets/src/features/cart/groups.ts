import type { CartedTicketDto } from '@tessera/api';
import { totalsByCurrency, type CurrencyTotal } from '@tessera/ui';

/** A row of the cart: the seats of one task, login, site, area and row (specification section 3, carted ticket). */
export interface CartGroup {
  key: string;
  tickets: readonly CartedTicketDto[];
  /** The first seat: what all of the group share is read from it. */
  first: CartedTicketDto;
  /** When the first seat that is still held lapses, else when the last one lapsed; ISO 8601. */
  expiresAt: string;
  /** Whether any seat is still held. */
  live: boolean;
  /** Sums by currency, in the order of the seats; money of two currencies is never added. */
  totals: readonly CurrencyTotal[];
}

const keyOf = (ticket: CartedTicketDto): string =>
  [ticket.task_id, ticket.login_id, ticket.site_id, ticket.area, ticket.row].join('|');

const seatOrder = new Intl.Collator('en', { numeric: true });

/** Groups seats as the cart shows them, those that lapse soonest first and expired ones last. */
export function groupTickets(tickets: readonly CartedTicketDto[]): CartGroup[] {
  const groups = Map.groupBy(tickets, keyOf);
  return [...groups].map(([key, members]) => toGroup(key, members)).sort(bySoonest);
}

/** Of several holds of one seat (it lapsed, and its task held it again) the live one, else the last. */
function present(members: readonly CartedTicketDto[]): CartedTicketDto[] {
  const seats = Map.groupBy(members, ({ seat }) => seat);
  return [...seats].flatMap(([seat, holds]) =>
    seat === null ? holds : holds.reduce((kept, hold) => (isLater(hold, kept) ? hold : kept)),
  );
}

const isLater = (a: CartedTicketDto, b: CartedTicketDto): boolean =>
  a.status === b.status ? a.expires_at > b.expires_at : a.status === 'held';

function toGroup(key: string, members: readonly CartedTicketDto[]): CartGroup {
  const tickets = present(members).sort((a, b) => seatOrder.compare(a.seat ?? '', b.seat ?? ''));
  const held = tickets.filter((ticket) => ticket.status === 'held');
  const times = (held.length > 0 ? held : tickets).map((ticket) => ticket.expires_at).sort();
  return {
    key,
    tickets,
    first: tickets[0]!,
    expiresAt: held.length > 0 ? times[0]! : times.at(-1)!,
    live: held.length > 0,
    totals: totalsByCurrency(tickets),
  };
}

const bySoonest = (a: CartGroup, b: CartGroup): number =>
  Number(b.live) - Number(a.live) || a.expiresAt.localeCompare(b.expiresAt) || a.key.localeCompare(b.key);

/** Milliseconds after its end in which a lapsed hold may still be confirmed (contract section 6). */
export const LATE_CONFIRM_MS = 10 * 60 * 1000;

/** Whether a group can still be marked as purchased. `now` in epoch milliseconds, server's clock. */
export const mayConfirm = (group: CartGroup, now: number): boolean =>
  now - Date.parse(group.expiresAt) <= LATE_CONFIRM_MS;

/** Whether the group's time is up on the server's clock. */
export const isLapsed = (group: CartGroup, now: number): boolean => Date.parse(group.expiresAt) <= now;

/** From here on a hold that is about to lapse stands out, in milliseconds (look, section 5). */
const LAPSING_MS = 120_000;

/** Whether less than two minutes are left of the group's time. */
export const isLapsing = (group: CartGroup, now: number): boolean =>
  !isLapsed(group, now) && Date.parse(group.expiresAt) - now < LAPSING_MS;

/** How long the site gave the group's seats, in seconds: what a full countdown stands for. */
export const secondsGiven = ({ expiresAt, first }: CartGroup): number =>
  (Date.parse(expiresAt) - Date.parse(first.created_at)) / 1000;
