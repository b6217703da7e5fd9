import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../app';

/** Rounds of a race: a twentieth of them in `npm test`, all of them with `RACES=full`. */
export const rounds = (full: number): number =>
  process.env.RACES === 'full' ? full : Math.max(1, Math.ceil(full / 20));

/** Time for a race, in milliseconds: the machine may be busy, and all rounds take twenty times as long. */
export const RACE_MS = process.env.RACES === 'full' ? 900_000 : 120_000;

/** Sends the same request `count` times concurrently. */
export const atOnce = <T>(count: number, ask: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

/**
 * Retries a request that the server was too busy for after its Retry-After, as clients do: a hundred at once wait for its
 * connections, and on a busy machine some time out.
 */
export async function served<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask();
    const seconds = answer.headers.get('retry-after');
    if (answer.status !== 503 || seconds === null) return answer;
    await sleep(Number(seconds) * 1000);
  }
}

/** How often each status and code was answered, e.g. `{ '201': 1, '409 LIMIT_REACHED': 4 }`. */
export function tally(answers: readonly { status: number; body: unknown }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = (body as { code?: string } | null)?.code;
    const name = code ? `${status} ${code}` : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
