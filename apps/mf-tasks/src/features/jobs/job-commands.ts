import { pausableStatuses, statusesAllowing, unfinishedStatuses } from '@tessera/domain';
import type { TasksTexts } from '../../texts';
import type { Job, JobCommand } from '../../task-types';

type Figures = Pick<Job, 'counts' | 'paused_tasks'>;

const sum = ({ counts }: Pick<Job, 'counts'>, statuses: readonly string[]): number =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);

/** How many tasks a job has. */
export const taskCountOf = ({ counts }: Pick<Job, 'counts'>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** How many of a job's tasks take a place of the realm's limit. */
export const unfinishedOf = (job: Pick<Job, 'counts'>): number => sum(job, unfinishedStatuses);

/** How many of a job's tasks a pause would reach. */
export const pausableOf = (job: Figures): number => sum(job, pausableStatuses) - job.paused_tasks;

/** Why a command can't do anything to a job now; undefined when it can. The server decides task by task. */
export function jobRefusalOf(
  t: TasksTexts,
  command: JobCommand | 'delete',
  job: Figures,
): string | undefined {
  if (command === 'delete') {
    const left = unfinishedOf(job);
    return left === 0 ? undefined : t('jobs.refusal.delete', { count: left });
  }
  if (command === 'resume') return job.paused_tasks > 0 ? undefined : t('jobs.refusal.resume');
  const concerned = command === 'retry_failed' ? ['failed', 'expired'] : statusesAllowing(command);
  const count = sum(job, concerned);
  if (command === 'pause' && count > 0 && count === job.paused_tasks) return t('jobs.refusal.pausedAlready');
  return count > 0 ? undefined : t(`jobs.refusal.${command}`);
}
