/** A read that took too long: it is logged and tried again, not shown. */
export class QuietTimeout extends Error {
  override readonly name = 'QuietTimeout';
}

/** Whether an error isn't to be shown: the client's own aborts and quiet timeouts. */
export const isQuiet = (error: unknown): boolean =>
  error instanceof QuietTimeout ||
  (typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError');

/**
 * Runs a read with a time limit of its own; the caller's signal still cancels it.
 *
 * @param milliseconds e.g. 30_000 for the jobs list
 * @throws QuietTimeout with `message`, e.g. `Fetching jobs timed out after 30 seconds.`
 */
export async function withTimeout<T>(
  signal: AbortSignal | undefined,
  milliseconds: number,
  message: string,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new QuietTimeout(message)), milliseconds);
  const abort = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await read(own.signal);
  } catch (error) {
    throw own.signal.reason instanceof QuietTimeout ? own.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
