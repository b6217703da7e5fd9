import { setTimeout as delay } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';

/** Lock not available, and a deadlock with the servers' work: either way the migration was rolled back whole. */
const LOCKED = ['55P03', '40P01'];
/** Longest time that migrations try to get a lock, and the longest pause between two attempts. */
const GIVE_UP_MS = 10 * 60_000;
const MAX_PAUSE_MS = 10_000;

/**
 * Runs `migrate` again while it fails because a table stays locked, or because it deadlocked with a server's request. The pause lets those proceed that waited behind it.
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
      if (!LOCKED.includes(code ?? '') || performance.now() > limit) throw error;
      report(attempt);
      await delay(Math.min(MAX_PAUSE_MS, 250 * 2 ** attempt));
    }
  }
}
