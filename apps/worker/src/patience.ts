import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 500;
const MOST_MS = 10_000;

/** Waiting time before the try after `tries` failed ones: doubling, capped, spread so that workers don't march in step. */
export function backoff(tries: number): number {
  const full = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries, 10));
  return full / 2 + Math.random() * (full / 2);
}

/**
 * Repeats `work` with back-off for as long as it fails in a way that passes: `passing` answers how many ms to wait at
 * least, or null for what doesn't pass, which is thrown. An abort throws the signal's reason.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  passing: (error: unknown) => number | null,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    let least: number | null;
    try {
      return await work();
    } catch (error) {
      least = passing(error);
      if (least === null) throw error;
    }
    await sleep(Math.max(least, backoff(tries)), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
