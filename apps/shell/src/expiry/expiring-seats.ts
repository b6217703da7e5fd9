import type { ExpiryStep } from '@tessera/api';
import { type CurrencyTotal, lapsingSeconds } from '@tessera/ui';

/** The seats to pay that expire next, within two minutes. */
export interface ExpiringSeats {
  seats: number;
  /** Their price by currency; empty when it isn't known. */
  totals: readonly CurrencyTotal[];
  /** When the first of them expires, in epoch milliseconds. */
  at: number;
}

/** Sums up what expires within two minutes of a moment; null when nothing does. */
export function findExpiring(steps: readonly ExpiryStep[], now: number): ExpiringSeats | null {
  const near = steps.filter(({ at }) => {
    const left = Date.parse(at) - now;
    return left > 0 && left <= lapsingSeconds * 1000;
  });
  if (near.length === 0) return null;
  const sums = new Map<string | null, number>();
  for (const { currency, total } of near)
    if (total > 0) sums.set(currency, Math.round(((sums.get(currency) ?? 0) + total) * 100) / 100);
  return {
    seats: near.reduce((sum, { seats }) => sum + seats, 0),
    totals: [...sums].map(([currency, amount]) => ({ currency, amount })),
    at: Math.min(...near.map(({ at }) => Date.parse(at))),
  };
}
