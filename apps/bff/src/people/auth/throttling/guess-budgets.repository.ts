import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';

const WINDOW = "interval '15 minutes'";
/** Beyond its limit, a paced budget allows one guess in this many seconds, and no guess waits longer than that. */
const PACE_S = 10;

/** A recorded guess: its bucket and when it was made. */
export type RecordedGuess = { bucket: string; at: string };

type GuessCount = { used: number; at: string; retry_after: number | null };

/** Counts guesses at passwords and codes, by bucket. */
@Injectable()
export class GuessBudgetsRepository {
  /**
   * Records a guess; `used` includes it. Other guesses of the bucket wait until the transaction ends. `retry_after`:
   * seconds until the bucket is below its limit.
   */
  async recordGuess(tx: Tx, bucket: string, limit: number): Promise<GuessCount> {
    const [count] = await tx.query<GuessCount>(
      `INSERT INTO guess_budgets AS b (bucket, guesses, updated_at)
       VALUES ($1, ARRAY[clock_timestamp()], clock_timestamp())
       ON CONFLICT (bucket) DO UPDATE SET updated_at = clock_timestamp(), guesses = array_append(
         ARRAY(SELECT g FROM unnest(b.guesses) AS g WHERE g > clock_timestamp() - ${WINDOW} ORDER BY g), clock_timestamp())
       RETURNING cardinality(guesses) AS used, guesses[cardinality(guesses)]::text AS at,
         ceil(extract(epoch FROM guesses[cardinality(guesses) - $2::int] + ${WINDOW} - clock_timestamp()))::int AS retry_after`,
      [bucket, limit],
    );
    if (!count) throw new Error('An upsert returns its row');
    return count;
  }

  /** Schedules a guess in a paced bucket: the milliseconds to wait, or the seconds after which to try again. */
  async schedulePaced(tx: Tx, bucket: string): Promise<{ waitMs: number } | { retryAfter: number }> {
    const [next] = await tx.query<{ wait_ms: number; is_soon: boolean }>(
      `SELECT greatest(0, extract(epoch FROM next_at - clock_timestamp()) * 1000)::float8 AS wait_ms,
         coalesce(next_at <= clock_timestamp() + interval '${PACE_S} seconds', true) AS is_soon
       FROM guess_budgets WHERE bucket = $1`,
      [bucket],
    );
    const waitMs = next?.wait_ms ?? 0;
    if (next && !next.is_soon) return { retryAfter: Math.ceil(waitMs / 1000) };
    await tx.execute(
      `UPDATE guess_budgets SET next_at = greatest(next_at, clock_timestamp()) + interval '${PACE_S} seconds' WHERE bucket = $1`,
      [bucket],
    );
    return { waitMs };
  }

  /** Removes guesses that were right. */
  async removeGuesses(tx: Tx, guesses: readonly RecordedGuess[]): Promise<void> {
    for (const { bucket, at } of guesses)
      await tx.execute(
        'UPDATE guess_budgets SET guesses = array_remove(guesses, $2::timestamptz) WHERE bucket = $1',
        [bucket, at],
      );
  }
}
