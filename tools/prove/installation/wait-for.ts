import { setTimeout as delay } from 'node:timers/promises';

/** Polls until there is a result that isn't undefined or false, and returns it. Throws with `description` after the time limit. */
export async function waitFor<T>(
  description: string,
  poll: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 30_000, everyMs = 100 } = {},
): Promise<T> {
  const limit = Date.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const result = await poll();
      if (result !== undefined && result !== false) return result;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > limit)
      throw new Error(`${description}: not within ${withinMs / 1000} s`, { cause: last });
    await delay(everyMs);
  }
}

/** Polls until the result is true. Returns the elapsed milliseconds, or null after the time limit. */
export async function measureUntil(
  check: () => Promise<boolean>,
  { withinMs = 30_000, everyMs = 50 } = {},
): Promise<number | null> {
  const began = performance.now();
  const found = await waitFor('it', check, { withinMs, everyMs }).catch(() => null);
  return found === null ? null : performance.now() - began;
}
