import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 500;
const MOST_MS = 10_000;

/** Waiting time before the try after `tries` failed ones: doubling, capped, spread so that workers don't march in step. */
export function backoff(tries: number): number {
  const full = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries, 10));
  return full / 2 + Math.random() * (full / 2);
}

/**
 * Repeats `work` with back-off for as long as it fails in a way that `isPassing` calls passing. Everything
 * else is thrown; an abort throws the signal's reason.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await sleep(backoff(tries), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
