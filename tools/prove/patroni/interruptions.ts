import type { Attempt } from '../installation/client.ts';

/** What users notice of a fault. */
export interface Interruption {
  /** Milliseconds from the fault to the end of the last failed attempt; 0 if none failed. */
  lastFailureMs: number;
  /** The longest time without an acknowledged write at one server. */
  longestGapMs: number;
}

/** Whether an attempt had no response, or one that says to try again. */
export const isFailure = ({ status, retryAfter, error }: Attempt): boolean =>
  error !== null || status === 503 || (status === 409 && retryAfter);

const isAcknowledgedWrite = ({ method, path, status }: Attempt): boolean =>
  method !== 'GET' && path.startsWith('/api/tasks') && status !== null && status < 300;

/** Measures the interruption at each server between two times of `performance.now()`; the worse server counts. */
export function measureInterruption(
  attempts: readonly Attempt[],
  servers: readonly string[],
  { from, until }: { from: number; until: number },
): Interruption {
  const within = attempts.filter(({ ended }) => ended >= from && ended < until);
  const failures = within.filter(isFailure).map(({ ended }) => ended - from);
  const gaps = servers.map((server) => {
    const times = within.filter((attempt) => attempt.server === server && isAcknowledgedWrite(attempt));
    const ordered = [from, ...times.map(({ ended }) => ended).sort((a, b) => a - b), until];
    return Math.max(...ordered.slice(1).map((time, index) => time - (ordered[index] ?? from)));
  });
  return { lastFailureMs: Math.max(0, ...failures), longestGapMs: Math.max(...gaps) };
}

/** Whether each server acknowledged a write in the last `ms`, and no attempt failed in that time. */
export function isServing(attempts: readonly Attempt[], servers: readonly string[], ms: number): boolean {
  const since = performance.now() - ms;
  const recent = attempts.filter(({ began, ended }) => ended > 0 && began >= since);
  return (
    !attempts.some((attempt) => attempt.ended >= since && isFailure(attempt)) &&
    servers.every((server) =>
      recent.some((attempt) => attempt.server === server && isAcknowledgedWrite(attempt)),
    )
  );
}
