import type { CartedTicketDto } from '@tessera/api';
import { lateUntil } from '@tessera/domain';
import { compareLabels, type CurrencyTotal, totalsByCurrency } from '@tessera/ui';

/** A row of the cart: the seats of one task, login, site, area and row that are all live or all lapsed. */
export interface CartGroup {
  key: string;
  tickets: readonly CartedTicketDto[];
  /** The first seat, for the fields that all seats of the group share. */
  first: CartedTicketDto;
  isLapsed: boolean;
  /** When the first seat lapses; for a lapsed group, when the last one lapsed. ISO 8601. */
  expiresAt: string;
  /** Totals by currency, in the order of the seats. */
  totals: readonly CurrencyTotal[];
}

const locationKey = ({ task_id, login_id, site_id, area, row }: CartedTicketDto): string =>
  [task_id, login_id, site_id, area, row].join('|');

/** When the countdown of a seat reads "Expired": the first whole second at or after its end, in epoch milliseconds. */
const lapseTime = ({ expires_at }: Pick<CartedTicketDto, 'expires_at'>): number =>
  Math.ceil(Date.parse(expires_at) / 1000) * 1000;

const isLapsed = (ticket: CartedTicketDto, now: number): boolean =>
  ticket.status !== 'held' || lapseTime(ticket) <= now;

/** The latest time up to `now` at which a seat lapsed, or 0; rows are regrouped when it changes. */
export const lastLapse = (tickets: readonly CartedTicketDto[], now: number): number =>
  tickets.reduce((last, ticket) => {
    const at = lapseTime(ticket);
    return at <= now ? Math.max(last, at) : last;
  }, 0);

/**
 * Groups seats as the cart shows them, those that lapse soonest first and lapsed ones last.
 *
 * @param now the server's clock in epoch milliseconds
 */
export function groupTickets(tickets: readonly CartedTicketDto[], now: number): CartGroup[] {
  const groups = Map.groupBy(currentHolds(tickets, now), (ticket) =>
    [isLapsed(ticket, now) ? 'lapsed' : 'live', locationKey(ticket)].join('|'),
  );
  return [...groups].flatMap(([key, members]) => toGroup(key, members, now) ?? []).sort(bySoonest);
}

/**
 * Holds that are neither bought nor removed (the live stream reports that before the next fetch). Of several holds of one
 * seat, which lapsed and was held again, the live one, else the latest.
 */
function currentHolds(tickets: readonly CartedTicketDto[], now: number): CartedTicketDto[] {
  const open = tickets.filter(({ status }) => status === 'held' || status === 'expired');
  const seats = Map.groupBy(open, (ticket) => [locationKey(ticket), ticket.seat].join('|'));
  const isLater = (a: CartedTicketDto, b: CartedTicketDto): boolean =>
    isLapsed(a, now) === isLapsed(b, now) ? a.expires_at > b.expires_at : !isLapsed(a, now);
  return [...seats.values()].flatMap((holds) =>
    holds[0]?.seat === null ? holds : holds.reduce((kept, hold) => (isLater(hold, kept) ? hold : kept)),
  );
}

/** Undefined without members. */
function toGroup(key: string, members: readonly CartedTicketDto[], now: number): CartGroup | undefined {
  const tickets = [...members].sort((a, b) => compareLabels(a.seat ?? '', b.seat ?? ''));
  const [first] = tickets;
  if (!first) return undefined;
  const times = tickets.map((ticket) => ticket.expires_at).sort();
  const lapsed = isLapsed(first, now);
  return {
    key,
    tickets,
    first,
    isLapsed: lapsed,
    expiresAt: times.at(lapsed ? -1 : 0) ?? first.expires_at,
    totals: totalsByCurrency(tickets),
  };
}

const bySoonest = (a: CartGroup, b: CartGroup): number =>
  Number(a.isLapsed) - Number(b.isLapsed) ||
  a.expiresAt.localeCompare(b.expiresAt) ||
  a.key.localeCompare(b.key);

/** The part of a lapsed group that can still be recorded as paid before it lapsed; undefined when there is none. */
export function lateConfirmable(group: CartGroup, now: number): CartGroup | undefined {
  if (!group.isLapsed) return undefined;
  const recent = group.tickets.filter(({ expires_at }) => lateUntil(Date.parse(expires_at)) > now);
  return toGroup(group.key, recent, now);
}

/** How long before its end a hold is highlighted, in milliseconds. */
const LAPSING_MS = 120_000;

/** The phase of a row; `over`: lapsed too long ago to be recorded as paid. */
export type CartPhase = 'held' | 'lapsing' | 'lapsed' | 'over';

export function phaseOf(group: CartGroup, now: number): CartPhase {
  if (group.isLapsed) return lateConfirmable(group, now) ? 'lapsed' : 'over';
  return Date.parse(group.expiresAt) - now < LAPSING_MS ? 'lapsing' : 'held';
}

/** The length of the group's holds in seconds, which is a full countdown. */
export const holdSeconds = ({ expiresAt, first }: CartGroup): number =>
  (Date.parse(expiresAt) - Date.parse(first.created_at)) / 1000;
