import { findRefusal, isUnfinished as isUnfinishedStatus, type TaskAction as Act } from '@tessera/domain';
import type { Consequence } from '@tessera/ui';
import type { TaskSummary } from '../../task-types';
import type { TasksTexts } from '../../texts';

/** The name of an action on one task or several. */
export type TaskActionName = Act | 'duplicate' | 'delete';

/** Whether the task counts towards the realm's task limit. */
export const isUnfinished = ({ status }: Pick<TaskSummary, 'status'>): boolean => isUnfinishedStatus(status);

/** What is lost by stopping a task; empty for nothing. */
export function stopConsequences(t: TasksTexts, { status }: Pick<TaskSummary, 'status'>): Consequence[] {
  const isCostly = status === 'waiting_room' || status === 'running' || status === 'carted';
  return isCostly ? [{ text: t(`tasks.costOfStop.${status}`) }] : [];
}

type TaskFigures = Pick<TaskSummary, 'status' | 'paused' | 'payment_check'>;

/** Whether an action is possible now. An unfinished task is stopped before it is deleted. */
export const isPossible = (act: TaskActionName, task: TaskFigures): boolean =>
  act === 'delete' ? !task.payment_check : act === 'duplicate' || !findRefusal(act, task);

/** Tasks with the same state, represented by one of them. */
export interface TaskGroup {
  task: TaskFigures;
  count: number;
}

/** Groups tasks by state, so that rules are evaluated once per group. */
export function groupByState(tasks: readonly TaskFigures[]): readonly TaskGroup[] {
  const unpaused = new Map<string, TaskGroup>();
  const paused = new Map<string, TaskGroup>();
  const checked = new Map<string, TaskGroup>();
  for (const task of tasks) {
    const kinds = task.payment_check ? checked : task.paused ? paused : unpaused;
    const kind = kinds.get(task.status);
    if (kind) kind.count += 1;
    else kinds.set(task.status, { task, count: 1 });
  }
  return [...unpaused.values(), ...paused.values(), ...checked.values()];
}

/** Why an action isn't possible now, for its disabled button; undefined when it is. */
export function taskRefusal(t: TasksTexts, act: TaskActionName, task: TaskFigures): string | undefined {
  if (act === 'duplicate') return undefined;
  if (act === 'delete') return task.payment_check ? t('tasks.paymentCheck') : undefined;
  const refusal = findRefusal(act, task);
  if (!refusal) return undefined;
  if (act === 'resume') return t('tasks.refusal.notPaused');
  return act === 'pause' && refusal.code === 'ALREADY'
    ? t('tasks.refusal.pausedAlready')
    : t(`tasks.refusal.${task.status}`);
}
