import { isUnfinished as takesPlace, whyNot, type TaskAct as Act } from '@tessera/access';
import type { TaskStatus, TaskSummary } from '../../task-types';

/** What people can do to a task or to several. */
export type TaskAct = Act | 'delete';

/** Whether the task takes a place of the realm's limit. */
export const isUnfinished = ({ status }: Pick<TaskSummary, 'status'>): boolean => takesPlace(status);

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

/** Why an act can't be taken now, in words for its disabled button; undefined when it can. */
export function refusalOf(act: TaskAct, task: Pick<TaskSummary, 'status' | 'paused'>): string | undefined {
  // An unfinished task is stopped before it is deleted.
  if (act === 'delete') return undefined;
  const refusal = whyNot(act, task);
  if (!refusal) return undefined;
  if (act === 'resume') return 'It is not paused';
  return act === 'pause' && refusal.code === 'ALREADY' ? 'It is paused already' : words[task.status];
}
