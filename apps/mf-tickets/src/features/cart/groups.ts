import type { CartedTicketDto } from '@tessera/api';
import { totalsByCurrency, type CurrencyTotal } from '@tessera/ui';

/** A row of the cart: the seats of one task, login, site, area and row that are all live or all lapsed. */
export interface CartGroup {
  key: string;
  tickets: readonly CartedTicketDto[];
  /** The first seat: what all of the group share is read from it. */
  first: CartedTicketDto;
  isLapsed: boolean;
  /** When the first seat lapses; of lapsed seats when the last one did. ISO 8601. */
  expiresAt: string;
  /** Sums by currency, in the order of the seats. */
  totals: readonly CurrencyTotal[];
}

const locationKey = ({ task_id, login_id, site_id, area, row }: CartedTicketDto): string =>
  [task_id, login_id, site_id, area, row].join('|');

const seatOrder = new Intl.Collator('en', { numeric: true });

/** When the countdown of a seat reads "Expired": the first whole second at or after its end, in epoch milliseconds. */
const lapseTime = ({ expires_at }: Pick<CartedTicketDto, 'expires_at'>): number =>
  Math.ceil(Date.parse(expires_at) / 1000) * 1000;

const isLapsed = (ticket: CartedTicketDto, now: number): boolean =>
  ticket.status !== 'held' || lapseTime(ticket) <= now;

/** The last moment up to `now` at which a seat lapsed, 0 when none did: rows are grouped again when it changes. */
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
  return [...groups].map(([key, members]) => toGroup(key, members, now)).sort(bySoonest);
}

/**
 * What isn't bought or removed meanwhile (the live stream says so before the next read). Of several holds of one seat (it
 * lapsed, and its task held it again) the live one, else the last.
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

function toGroup(key: string, members: readonly CartedTicketDto[], now: number): CartGroup {
  const tickets = [...members].sort((a, b) => seatOrder.compare(a.seat ?? '', b.seat ?? ''));
  const first = tickets[0]!;
  const times = tickets.map((ticket) => ticket.expires_at).sort();
  const lapsed = isLapsed(first, now);
  return {
    key,
    tickets,
    first,
    isLapsed: lapsed,
    expiresAt: times.at(lapsed ? -1 : 0)!,
    totals: totalsByCurrency(tickets),
  };
}

const bySoonest = (a: CartGroup, b: CartGroup): number =>
  Number(a.isLapsed) - Number(b.isLapsed) ||
  a.expiresAt.localeCompare(b.expiresAt) ||
  a.key.localeCompare(b.key);

/** Milliseconds after its end in which a lapsed seat may still be recorded as paid. */
const LATE_CONFIRM_MS = 10 * 60 * 1000;

/** The part of a lapsed group that can still be recorded as paid before it lapsed; undefined when there is none. */
export function lateConfirmable(group: CartGroup, now: number): CartGroup | undefined {
  if (!group.isLapsed) return undefined;
  const recent = group.tickets.filter(({ expires_at }) => now - Date.parse(expires_at) <= LATE_CONFIRM_MS);
  return recent.length > 0 ? toGroup(group.key, recent, now) : undefined;
}

/** From here on a hold that is about to lapse stands out, in milliseconds. */
const LAPSING_MS = 120_000;

/** What a row offers: `over` is lapsed, and too long ago to be recorded as paid. */
export type CartPhase = 'held' | 'lapsing' | 'lapsed' | 'over';

export function phaseOf(group: CartGroup, now: number): CartPhase {
  if (group.isLapsed) return lateConfirmable(group, now) ? 'lapsed' : 'over';
  return Date.parse(group.expiresAt) - now < LAPSING_MS ? 'lapsing' : 'held';
}

/** How long the site gave the group's seats, in seconds: what a full countdown stands for. */
export const holdSeconds = ({ expiresAt, first }: CartGroup): number =>
  (Date.parse(expiresAt) - Date.parse(first.created_at)) / 1000;
