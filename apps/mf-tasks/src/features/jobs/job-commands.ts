import {
  countTasks,
  failedStatuses,
  mayDeleteJob,
  pausableStatuses,
  statusesAllowing,
  unfinishedStatuses,
} from '@tessera/domain';
import type { Job, JobCommand } from '../../task-types';
import type { TasksTexts } from '../../texts';

type JobFigures = Pick<Job, 'counts' | 'paused_tasks'>;

/** The number of a job's tasks that count towards the realm's task limit. */
export const countUnfinished = (job: Pick<Job, 'counts'>): number => countTasks(job, unfinishedStatuses);

/** The number of a job's tasks that can be paused. */
export const countPausable = (job: JobFigures): number =>
  countTasks(job, pausableStatuses) - job.paused_tasks;

/** Why a command would have no effect on a job now; undefined when it has one. The server decides per task. */
export function jobRefusal(
  t: TasksTexts,
  command: JobCommand | 'delete',
  job: JobFigures,
): string | undefined {
  if (command === 'delete')
    return mayDeleteJob(job) ? undefined : t('jobs.refusal.delete', { count: countUnfinished(job) });
  if (command === 'resume') return job.paused_tasks > 0 ? undefined : t('jobs.refusal.resume');
  const statuses = command === 'retry_failed' ? failedStatuses : statusesAllowing(command);
  const count = countTasks(job, statuses);
  if (command === 'pause' && count > 0 && count === job.paused_tasks) return t('jobs.refusal.pausedAlready');
  return count > 0 ? undefined : t(`jobs.refusal.${command}`);
}

/** Why nobody can pay baskets of a job; undefined when somebody can, or the baskets weren't counted. */
export function payRefusal(
  t: TasksTexts,
  { seats_held }: Pick<Job, 'seats_held'>,
  baskets: number | undefined,
): string | undefined {
  if (seats_held === 0) return t('jobs.refusal.pay');
  return baskets === 0 ? t('jobs.refusal.workersPay') : undefined;
}
