import { pausableStatuses, statusesAllowing, unfinishedStatuses } from '@tessera/domain';
import type { Job, JobCommand } from '../../task-types';
import type { TasksTexts } from '../../texts';

type JobFigures = Pick<Job, 'counts' | 'paused_tasks'>;

const countIn = ({ counts }: Pick<Job, 'counts'>, statuses: readonly string[]): number =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);

/** The number of a job's tasks. */
export const countTasks = ({ counts }: Pick<Job, 'counts'>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** The number of a job's tasks that count towards the realm's task limit. */
export const countUnfinished = (job: Pick<Job, 'counts'>): number => countIn(job, unfinishedStatuses);

/** Whether a task of the job has started, after which its start can't change. */
export const hasStarted = (job: Pick<Job, 'counts'>): boolean =>
  countTasks(job) > countIn(job, ['idle', 'scheduled']);

/** The number of a job's tasks that can be paused. */
export const countPausable = (job: JobFigures): number => countIn(job, pausableStatuses) - job.paused_tasks;

/** Why a command would have no effect on a job now; undefined when it has one. The server decides per task. */
export function jobRefusal(
  t: TasksTexts,
  command: JobCommand | 'delete',
  job: JobFigures,
): string | undefined {
  if (command === 'delete') {
    const unfinished = countUnfinished(job);
    return unfinished === 0 ? undefined : t('jobs.refusal.delete', { count: unfinished });
  }
  if (command === 'resume') return job.paused_tasks > 0 ? undefined : t('jobs.refusal.resume');
  const statuses = command === 'retry_failed' ? ['failed', 'expired'] : statusesAllowing(command);
  const count = countIn(job, statuses);
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
