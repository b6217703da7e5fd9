import { lateUntil } from '@tessera/domain';
import type { BasketDto, BasketSeat } from './pay.api';

/** Whether somebody has claimed the basket now, by the server's clock: a claim ends without a message. */
export const currentClaim = ({ claim }: BasketDto, now: number): BasketDto['claim'] =>
  claim && Date.parse(claim.expires_at) > now ? claim : null;

/** The baskets whose seats are held now, the one that expires first at the top. */
export const waitingBaskets = (rows: readonly BasketDto[], now: number): BasketDto[] =>
  rows
    .filter(({ expires_at }) => Date.parse(expires_at) > now)
    .sort((a, b) => a.expires_at.localeCompare(b.expires_at) || a.id - b.id);

/** The seats of a basket that can be recorded now, and whether they have expired. */
export interface PayableSeats {
  seats: readonly BasketSeat[];
  late: boolean;
  /** Until when expired seats can be recorded; null while they are held. */
  until: number | null;
}

/**
 * The seats that a person can record as paid: those held now; once all have expired, those that expired within ten
 * minutes.
 *
 * @param now the server's clock in epoch milliseconds
 */
export function payableSeats(seats: readonly BasketSeat[], now: number): PayableSeats {
  const held = seats.filter(({ expires_at }) => Date.parse(expires_at) > now);
  if (held.length > 0) return { seats: held, late: false, until: null };
  const late = seats.filter(({ expires_at }) => lateUntil(Date.parse(expires_at)) > now);
  const until = Math.max(0, ...late.map(({ expires_at }) => lateUntil(Date.parse(expires_at))));
  return { seats: late, late: true, until };
}

/** How long the seats were held for in all, in seconds. */
export const heldSeconds = ({ held_since, expires_at }: BasketDto): number =>
  Math.max(1, (Date.parse(expires_at) - Date.parse(held_since)) / 1000);
