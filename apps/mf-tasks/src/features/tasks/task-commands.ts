import type { TaskCommand, TaskStatus, TaskSummary } from '../../task-types';

/** What people can do to a task or to several. */
export type TaskAct = TaskCommand | 'mark_bought' | 'delete';

const startable: readonly TaskStatus[] = ['idle', 'stopped', 'failed', 'expired'];
const pausable: readonly TaskStatus[] = ['scheduled', 'queued', 'running', 'waiting_room'];
const stoppable: readonly TaskStatus[] = ['idle', ...pausable, 'carted'];

/** Statuses that take a place of the realm's limit (contract section 4). */
export const unfinished: readonly TaskStatus[] = [...stoppable, 'stopping'];

export const isUnfinished = ({ status }: Pick<TaskSummary, 'status'>): boolean => unfinished.includes(status);

const words: Record<TaskStatus, string> = {
  idle: 'It has never been started',
  scheduled: 'It is scheduled',
  queued: 'It is queued already',
  running: 'It is running already',
  waiting_room: 'It is in the waiting room already',
  carted: 'It holds seats',
  stopping: 'It is stopping',
  stopped: 'It is stopped',
  bought: 'Its seats are bought',
  failed: 'It has failed',
  expired: 'Its hold has lapsed',
};

/**
 * Why an act can't be taken now, in words for its disabled button; undefined when it can (contract section 4's
 * tables; the server decides again).
 */
export function refusalOf(act: TaskAct, task: Pick<TaskSummary, 'status' | 'paused'>): string | undefined {
  const { status, paused } = task;
  switch (act) {
    case 'start':
      return startable.includes(status) ? undefined : words[status];
    case 'stop':
      return stoppable.includes(status) ? undefined : words[status];
    case 'pause':
      if (!pausable.includes(status)) return words[status];
      return paused ? 'It is paused already' : undefined;
    case 'resume':
      return paused ? undefined : 'It is not paused';
    case 'mark_bought':
      return status === 'idle' || status === 'bought' ? words[status] : undefined;
    case 'delete':
      return undefined;
  }
}
