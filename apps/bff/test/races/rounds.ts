/** Whether the races run all of their rounds. */
export const areRacesFull = process.env.RACES === 'full';

/** How often a race runs: a twentieth of `full` in `npm test`, all of it with `RACES=full`. */
export const rounds = (full: number): number => (areRacesFull ? full : Math.max(1, Math.ceil(full / 20)));

/** The time limit of a race in milliseconds, for a busy machine; all rounds take twenty times as long. */
export const RACE_MS = areRacesFull ? 900_000 : 300_000;

/** Counts the responses by status and code, e.g. `{ '201': 1, '409 LIMIT_REACHED': 4 }`. */
export function tally(responses: readonly { status: number; body: unknown }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const code = (body as { code?: string } | null)?.code;
    const name = code ? `${status} ${code}` : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
