import type { Cost } from './costs.ts';

/** A figure of paired runs: the middle and the tenths from either end. */
export interface Spread {
  median: number;
  p10: number;
  p90: number;
}

/** One line of the report. */
export interface Result {
  name: string;
  ratio: Spread;
  /** What was promised, e.g. `≥ 1.15`. */
  promise: string;
  met: boolean;
  /** The two sides' own figures. */
  note: string;
  /** Which of `costs` (costs.ts) says what it costs, where the promise isn't kept. */
  cost?: Cost;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.round((sorted.length - 1) * part)] ?? NaN;
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}

/**
 * Measures two contestants in alternation, the order turned each round: what disturbs one disturbs the other. Both run
 * once before that, so that neither is measured cold.
 */
export async function paired(
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
  return {
    ratio: spreadOf(ones.map((value, index) => value / (others[index] ?? NaN))),
    one: spreadOf(ones),
    other: spreadOf(others),
  };
}
