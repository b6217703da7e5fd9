/** The distribution of a figure over several runs. */
export interface Spread {
  median: number;
  p10: number;
  p90: number;
}

/** One row of the report. */
export interface Result {
  name: string;
  figure: Spread;
  /** What is promised, such as `≥ 0.8`; "for comparison" where nothing is. */
  promise: string;
  met: boolean;
  /** The absolute figures of both sides, or how it was measured. */
  note: string;
}

/** Summarises the figures of several runs; `NaN` without any. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const quantile = (part: number): number => sorted[Math.round((sorted.length - 1) * part)] ?? NaN;
  return { median: quantile(0.5), p10: quantile(0.1), p90: quantile(0.9) };
}

/** A figure that was measured once. */
export const single = (value: number): Spread => spreadOf([value]);

/** Milliseconds that `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Measures two contestants alternately and in turning order, so that what disturbs one disturbs the other. Both run once
 * beforehand, uncounted.
 *
 * @returns each side's spread, and that of the ratios of each round
 */
export async function pair(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<{ ratio: Spread; one: Spread; other: Spread }> {
  const ones: number[] = [];
  const others: number[] = [];
  await one();
  await other();
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) ones.push(await one());
    others.push(await other());
    if (round % 2 === 1) ones.push(await one());
  }
  const ratios = ones.map((value, index) => value / (others[index] ?? NaN));
  return { ratio: spreadOf(ratios), one: spreadOf(ones), other: spreadOf(others) };
}
