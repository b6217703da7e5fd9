import type { Tx } from '../../../platform/database/transactions';

const WINDOW = "interval '15 minutes'";
/** Past its limit a budget that slows down has one guess checked in so many seconds; nobody waits longer for a turn. */
const PACE_S = 10;

/** A guess that was written down: in which bucket, and when. */
export type Reserved = { bucket: string; at: string };

type TakenGuess = { used: number; at: string; retry_after: number | null };

/** Writes a guess down; `used` counts it too. Others that take from the bucket wait until the transaction ends. */
export async function takeGuess(tx: Tx, bucket: string, limit: number): Promise<TakenGuess> {
  const [taken] = await tx.query<TakenGuess>(
    `INSERT INTO guess_budgets AS b (bucket, guesses, updated_at)
     VALUES ($1, ARRAY[clock_timestamp()], clock_timestamp())
     ON CONFLICT (bucket) DO UPDATE SET updated_at = clock_timestamp(), guesses = array_append(
       ARRAY(SELECT g FROM unnest(b.guesses) AS g WHERE g > clock_timestamp() - ${WINDOW} ORDER BY g), clock_timestamp())
     RETURNING cardinality(guesses) AS used, guesses[cardinality(guesses)]::text AS at,
       ceil(extract(epoch FROM guesses[cardinality(guesses) - $2::int] + ${WINDOW} - clock_timestamp()))::int AS retry_after`,
    [bucket, limit],
  );
  if (!taken) throw new Error('an upsert answers its row');
  return taken;
}

/** A turn in a budget that slows down: milliseconds to wait, or the seconds until there may be one. */
export async function takePacedTurn(
  tx: Tx,
  bucket: string,
): Promise<{ waitMs: number } | { retryAfter: number }> {
  const [turn] = await tx.query<{ wait_ms: number; in_time: boolean }>(
    `SELECT greatest(0, extract(epoch FROM next_at - clock_timestamp()) * 1000)::float8 AS wait_ms,
       coalesce(next_at <= clock_timestamp() + interval '${PACE_S} seconds', true) AS in_time
     FROM guess_budgets WHERE bucket = $1`,
    [bucket],
  );
  const waitMs = turn?.wait_ms ?? 0;
  if (turn && !turn.in_time) return { retryAfter: Math.ceil(waitMs / 1000) };
  await tx.execute(
    `UPDATE guess_budgets SET next_at = greatest(next_at, clock_timestamp()) + interval '${PACE_S} seconds' WHERE bucket = $1`,
    [bucket],
  );
  return { waitMs };
}

/** Takes guesses back that were right. */
export async function refundGuesses(tx: Tx, reserved: readonly Reserved[]): Promise<void> {
  for (const { bucket, at } of reserved)
    await tx.execute(
      'UPDATE guess_budgets SET guesses = array_remove(guesses, $2::timestamptz) WHERE bucket = $1',
      [bucket, at],
    );
}
