import { type TaskStatus, unfinishedStatuses } from '@tessera/domain';
import type { TimeStep } from './dashboard.dto';

/** Status changes within one time step: how many tasks entered and left each status. */
export interface StepChanges extends Pick<TimeStep, 'at'> {
  entered: Readonly<Partial<Record<TaskStatus, number>>>;
  left: Readonly<Partial<Record<TaskStatus, number>>>;
}

/** Tasks by status at the end of a time step. */
export interface StepCounts {
  at: string;
  counts: Partial<Record<TaskStatus, number>>;
}

/**
 * Computes tasks by status at the end of each step, backwards from the current counts. For an unfinished status these are the
 * tasks that were in it; for a finished one only those that finished in the step, since all finished tasks would outnumber
 * the rest.
 *
 * @param now unfinished tasks by status, after the last step
 * @param changes the oldest step first
 */
export function tasksOverTime(
  now: Readonly<Partial<Record<TaskStatus, number>>>,
  changes: readonly StepChanges[],
): StepCounts[] {
  const current = new Map<TaskStatus, number>(unfinishedStatuses.map((status) => [status, now[status] ?? 0]));
  return changes
    .toReversed()
    .map(({ at, entered, left }) => {
      const finished = Object.entries(entered).filter(([status]) => !current.has(status as TaskStatus));
      const counts = Object.fromEntries([...current, ...finished].filter(([, count]) => count > 0));
      for (const [status, count] of current) {
        // Not below zero: the events of tasks that were deleted for good are missing.
        current.set(status, Math.max(0, count - (entered[status] ?? 0) + (left[status] ?? 0)));
      }
      return { at, counts };
    })
    .toReversed();
}
