import { setTimeout as delay } from 'node:timers/promises';

/** Asks until there is an answer (anything but undefined); past the limit it fails with the words of `what`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { withinMs = 30_000, everyMs = 100 } = {},
): Promise<T> {
  const limit = Date.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > limit) throw new Error(`${what}: not within ${withinMs / 1000} s`, { cause: last });
    await delay(everyMs);
  }
}

/** As `until`, and answers how long it took, in milliseconds; null when it did not come to pass. */
export async function timeUntil(
  ask: () => Promise<boolean>,
  { withinMs = 30_000, everyMs = 50 } = {},
): Promise<number | null> {
  const began = performance.now();
  const found = await until('it', async () => (await ask()) || undefined, { withinMs, everyMs }).catch(
    () => null,
  );
  return found === null ? null : performance.now() - began;
}
