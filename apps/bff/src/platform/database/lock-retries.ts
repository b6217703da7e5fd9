import { setTimeout as delay } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';

const LOCK_NOT_AVAILABLE = '55P03';
/** Longest time that migrations try to get a lock, and the longest pause between two attempts. */
const GIVE_UP_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Runs `migrate` again while it fails because a table stays locked. The pause lets those proceed that waited behind it.
 *
 * @param report gets the number of the attempt that failed
 */
export async function retryLocked<T>(
  migrate: () => Promise<T>,
  report: (attempt: number) => void,
  giveUpMs = GIVE_UP_MS,
): Promise<T> {
  const limit = performance.now() + giveUpMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate();
    } catch (error) {
      const { code } = (error instanceof QueryFailedError ? error.driverError : error) as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE || performance.now() > limit) throw error;
      report(attempt);
      await delay(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** attempt));
    }
  }
}
