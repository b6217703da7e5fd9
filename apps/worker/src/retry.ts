import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 500;
const MAX_MS = 10_000;

/** Wait in ms before the next attempt after `tries` failed ones: doubling, capped, with jitter. */
export function backoff(tries: number): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(tries, 10));
  return full / 2 + Math.random() * (full / 2);
}

/**
 * Repeats `work` with backoff while it fails temporarily: `retryDelay` returns the minimum wait in ms, or null for a
 * permanent failure, which is thrown. An abort throws the signal's reason.
 */
export async function retryWithBackoff<T>(
  work: () => Promise<T>,
  retryDelay: (error: unknown) => number | null,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    let minimum: number | null;
    try {
      return await work();
    } catch (error) {
      minimum = retryDelay(error);
      if (minimum === null) throw error;
    }
    await sleep(Math.max(minimum, backoff(tries)), undefined, { signal }).catch(() =>
      signal.throwIfAborted(),
    );
  }
}
