import { toAmount, toMinor } from '@tessera/domain';
import { type CostDto, type PlannedCosts, seatsByJobSql, seatSharesSql } from '../../catalogue';

/** Seats that the tasks of a job, or those without one, still try for, with what the job's plan cost. */
export interface OpenSeats {
  realm_id: number;
  event_id: number;
  job_id: number | null;
  open: number;
  currency: string | null;
  cost_min: number | null;
  cost_max: number | null;
  /** Seats of the plan, and those of them without a known price; null: launched before this was kept. */
  planned: number | null;
  unpriced: number | null;
}

const { open } = seatSharesSql({ wanted: 'u.wanted', won: 'u.won', held: 'u.held', trying: 'u.trying' });

/** SQL of the seats that live tasks still try for, by job, of the rows that `of` selects by their alias. */
export const openSeatsSql = (of: (alias: string) => string): string =>
  `SELECT * FROM (
     SELECT u.realm_id, u.event_id, u.job_id, ${open} AS open, u.cost_currency AS currency, u.cost_min::float8 AS cost_min,
       u.cost_max::float8 AS cost_max, u.seats_planned AS planned, u.unpriced_seats AS unpriced
     FROM (${seatsByJobSql(of)}
     ) u) o WHERE o.open > 0`;

/**
 * What will be spent when live tasks get all seats that they still try for: what is spent and reserved, and for each of these seats
 * what a seat of the job's plan costs. Seats without a known price are counted, and in no cost.
 *
 * @param used what is spent and reserved; two currencies are never added
 */
export function forecastOf(
  used: readonly { amount: number; currency: string | null }[],
  seats: readonly OpenSeats[],
): PlannedCosts {
  const costs = new Map<string, CostDto>();
  const add = (currency: string, min: number, max: number) => {
    const before = costs.get(currency) ?? { currency, min: 0, max: 0 };
    const sum = (a: number, b: number) => toAmount(toMinor(a, currency) + toMinor(b, currency), currency);
    costs.set(currency, { currency, min: sum(before.min, min), max: sum(before.max, max) });
  };
  for (const { amount, currency } of used) if (currency !== null) add(currency, amount, amount);
  let unpricedSeats = 0;
  for (const each of seats) {
    const { open: count, currency, cost_min: min, cost_max: max, planned, unpriced } = each;
    const priced = (planned ?? 0) - (unpriced ?? 0);
    if (currency === null || min === null || max === null || priced <= 0) {
      unpricedSeats += count;
      continue;
    }
    // Which of the seats are open isn't known: as many of them are without a price as of all, rounded up.
    const withoutPrice = Math.min(count, Math.ceil((count * (unpriced ?? 0)) / (planned ?? 1)));
    unpricedSeats += withoutPrice;
    // Divided last, so that a whole share is exact.
    const shareOf = (cost: number) => (toMinor(cost, currency) * (count - withoutPrice)) / priced;
    add(currency, toAmount(Math.floor(shareOf(min)), currency), toAmount(Math.ceil(shareOf(max)), currency));
  }
  return {
    costs: [...costs.values()].toSorted((a, b) => a.currency.localeCompare(b.currency, 'en')),
    seats: seats.reduce((sum, each) => sum + each.open, 0),
    unpriced_seats: unpricedSeats,
  };
}
