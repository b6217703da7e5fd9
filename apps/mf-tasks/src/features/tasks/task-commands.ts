import { findRefusal, isUnfinished as isUnfinishedStatus, type TaskAction as Act } from '@tessera/domain';
import type { Consequence } from '@tessera/ui';
import type { TasksTexts } from '../../texts';
import type { TaskSummary } from '../../task-types';

/** What people can do to a task or to several. */
export type TaskActionName = Act | 'duplicate' | 'delete';

const isAlwaysPossible = (act: TaskActionName): act is 'duplicate' | 'delete' =>
  act === 'duplicate' || act === 'delete';

/** Whether the task counts towards the realm's task limit. */
export const isUnfinished = ({ status }: Pick<TaskSummary, 'status'>): boolean => isUnfinishedStatus(status);

/** What stopping a task costs; empty when nothing is lost. */
export function stopConsequences(t: TasksTexts, { status }: Pick<TaskSummary, 'status'>): Consequence[] {
  const isCostly = status === 'waiting_room' || status === 'running' || status === 'carted';
  return isCostly ? [{ text: t(`tasks.costOfStop.${status}`) }] : [];
}

type TaskFigures = Pick<TaskSummary, 'status' | 'paused'>;

/** Whether an act can be taken now. */
export const isPossible = (act: TaskActionName, task: TaskFigures): boolean =>
  // An unfinished task is stopped before it is deleted.
  isAlwaysPossible(act) || !findRefusal(act, task);

/** Tasks to which the same can be done: any of them stands for all. */
export interface TaskGroup {
  task: TaskFigures;
  count: number;
}

/** The kinds among tasks, so that the rules are asked once for each and not for thousands. */
export function groupByState(tasks: readonly TaskFigures[]): readonly TaskGroup[] {
  const unpaused = new Map<string, TaskGroup>();
  const paused = new Map<string, TaskGroup>();
  for (const task of tasks) {
    const kinds = task.paused ? paused : unpaused;
    const kind = kinds.get(task.status);
    if (kind) kind.count += 1;
    else kinds.set(task.status, { task, count: 1 });
  }
  return [...unpaused.values(), ...paused.values()];
}

/** Why an act can't be taken now, in words for its disabled button; undefined when it can. */
export function taskRefusal(t: TasksTexts, act: TaskActionName, task: TaskFigures): string | undefined {
  const refusal = isAlwaysPossible(act) ? undefined : findRefusal(act, task);
  if (!refusal) return undefined;
  if (act === 'resume') return t('tasks.refusal.notPaused');
  return act === 'pause' && refusal.code === 'ALREADY'
    ? t('tasks.refusal.pausedAlready')
    : t(`tasks.refusal.${task.status}`);
}
