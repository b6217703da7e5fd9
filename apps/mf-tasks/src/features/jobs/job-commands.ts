import { statusesFor, unfinishedStatuses } from '@tessera/access';
import type { Job, JobCommand } from '../../task-types';

type Figures = Pick<Job, 'counts' | 'status'>;

const sum = ({ counts }: Figures, statuses: readonly string[]): number =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);

/** How many of a job's tasks take a place of the realm's limit. */
export const unfinishedOf = (job: Figures): number => sum(job, unfinishedStatuses);

/** Why a command can't do anything to a job now; undefined when it can. The server decides task by task. */
export function jobRefusalOf(command: JobCommand | 'delete', job: Figures): string | undefined {
  switch (command) {
    case 'start':
      return sum(job, statusesFor('start')) > 0 ? undefined : 'All its tasks are under way or bought';
    case 'stop':
      return sum(job, statusesFor('stop')) > 0 ? undefined : 'None of its tasks is under way';
    case 'pause':
      if (job.status === 'paused') return 'It is paused already';
      return sum(job, statusesFor('pause')) > 0 ? undefined : 'None of its tasks can be paused';
    case 'resume':
      return sum(job, statusesFor('resume')) > 0 ? undefined : 'None of its tasks is paused';
    case 'retry_failed':
      return sum(job, ['failed', 'expired']) > 0 ? undefined : 'None of its tasks has failed';
    case 'delete': {
      const left = unfinishedOf(job);
      return left === 0
        ? undefined
        : `${left} of its tasks ${left === 1 ? 'is' : 'are'} not finished: stop it first`;
    }
  }
}
