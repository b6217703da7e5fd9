import { unfinishedStatuses, type TaskStatus } from '@tessera/domain';

/** Changes of status within one step of time: how many tasks came into each status and left it. */
export interface StepChanges {
  at: string;
  entered: Readonly<Partial<Record<TaskStatus, number>>>;
  left: Readonly<Partial<Record<TaskStatus, number>>>;
}

/** Tasks by status at the end of one step. */
export interface StepCounts {
  at: string;
  counts: Partial<Record<TaskStatus, number>>;
}

/**
 * Tasks by status at the end of each step, walked back from how they stand now. An unfinished status counts the tasks
 * that were in it; a status in which work ends counts those that ended in that very step, since the finished ones of all
 * time would bury the rest.
 *
 * @param now unfinished tasks by status, as they stand after the last step
 * @param changes oldest step first
 */
export function tasksOverTime(
  now: Readonly<Partial<Record<TaskStatus, number>>>,
  changes: readonly StepChanges[],
): StepCounts[] {
  const standing = new Map<TaskStatus, number>(
    unfinishedStatuses.map((status) => [status, now[status] ?? 0]),
  );
  return changes
    .toReversed()
    .map(({ at, entered, left }) => {
      const ended = Object.entries(entered).filter(([status]) => !standing.has(status as TaskStatus));
      const counts = Object.fromEntries([...standing, ...ended].filter(([, count]) => (count ?? 0) > 0));
      for (const [status, count] of standing) {
        // Never below zero: tasks that were deleted for good took their events with them.
        standing.set(status, Math.max(0, count - (entered[status] ?? 0) + (left[status] ?? 0)));
      }
      return { at, counts };
    })
    .toReversed();
}
