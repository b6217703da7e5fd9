import {
  changeableStatuses,
  isChangeable,
  step,
  taskStatuses,
  type TaskCommand,
  type TaskStatus,
} from './task-machine';

/** What a person can do to a task through a button; `edit`: change more of it than its name. */
export type TaskAct = TaskCommand | 'mark_bought' | 'edit';

/** Why an act can't be taken now: it is so already, or the status forbids it and these allow it. */
export type TaskRefusal = { code: 'ALREADY' } | { code: 'INVALID_STATE'; allowed: readonly TaskStatus[] };

/**
 * Whether a person may do this to a task now, as a screen needs to know it: undefined when they may, else why not. The
 * server decides again. Who has the task and how often it was tried makes no difference to what people may do.
 */
export function whyNot(
  act: TaskAct,
  { status, paused }: { status: TaskStatus; paused: boolean },
): TaskRefusal | undefined {
  const facts = { status, paused, leased: false, retry_count: 0, max_retries: 0, requeued: false };
  if (act === 'edit')
    return isChangeable(facts) ? undefined : { code: 'INVALID_STATE', allowed: changeableStatuses };
  const outcome = step(facts, act === 'start' ? { type: act, ahead: false } : { type: act });
  if (outcome.kind === 'refused') return { code: 'INVALID_STATE', allowed: outcome.allowed };
  return outcome.kind === 'already' ? { code: 'ALREADY' } : undefined;
}

/** The statuses from which an act does something, to count by status how many tasks it can act on. */
export const statusesFor = (act: TaskAct): readonly TaskStatus[] =>
  taskStatuses.filter((status) => whyNot(act, { status, paused: act === 'resume' }) === undefined);
