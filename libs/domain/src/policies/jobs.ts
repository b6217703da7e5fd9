import { type TaskStatus, taskStatuses, unfinishedStatuses } from '../task-machine';

/** The number of a job's tasks by status. */
export interface JobCounts {
  counts: Readonly<Record<string, number>>;
}

/** How many tasks have one of the statuses. */
export const countTasks = ({ counts }: JobCounts, statuses: readonly TaskStatus[] = taskStatuses): number =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/** Whether a job's start may change: none of its tasks has started. */
export const mayMoveJob = (job: JobCounts): boolean =>
  countTasks(job) === countTasks(job, ['idle', 'scheduled']);

/** Whether a job may be deleted, unless a payment is being checked, which only the server knows. */
export const mayDeleteJob = (job: JobCounts): boolean => countTasks(job, unfinishedStatuses) === 0;
