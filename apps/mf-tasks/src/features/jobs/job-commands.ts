import { statusesFor, unfinishedStatuses } from '@tessera/access';
import type { TasksTexts } from '../../texts';
import type { Job, JobCommand } from '../../task-types';

type Figures = Pick<Job, 'counts' | 'status'>;

const sum = ({ counts }: Figures, statuses: readonly string[]): number =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);

/** How many tasks a job has. */
export const taskCountOf = ({ counts }: Pick<Job, 'counts'>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** How many of a job's tasks take a place of the realm's limit. */
export const unfinishedOf = (job: Figures): number => sum(job, unfinishedStatuses);

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
  if (command === 'pause' && job.status === 'paused') return t('jobs.refusal.pausedAlready');
  const concerned = command === 'retry_failed' ? ['failed', 'expired'] : statusesFor(command);
  return sum(job, concerned) > 0 ? undefined : t(`jobs.refusal.${command}`);
}
