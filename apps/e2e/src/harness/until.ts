import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks until there is an answer (anything but undefined), and gives it. Past the limit it fails with the words of
 * `what`, and with whatever the last question threw.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { withinMs = 60_000, everyMs = 100 } = {},
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
