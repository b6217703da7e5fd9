/** What PostgreSQL returns for a statement of a transaction in which an earlier one has failed. */
const TRANSACTION_ABORTED = '25P02';

/** What the promises of a tuple or an array resolve to. */
export type Results<P extends readonly Promise<unknown>[]> = { -readonly [K in keyof P]: Awaited<P[K]> };

/**
 * Waits for statements of one transaction that were sent without waiting for one another, which takes one round trip.
 *
 * @throws the error of the statement that failed, not of those that it took along, when all of them are over
 */
export async function pipelined<P extends readonly Promise<unknown>[] | []>(sent: P): Promise<Results<P>> {
  const outcomes = await Promise.allSettled(sent);
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error & { code?: string }] : [],
  );
  const error = errors.find(({ code }) => code !== TRANSACTION_ABORTED) ?? errors[0];
  if (error) throw error;
  return Promise.all(sent);
}
