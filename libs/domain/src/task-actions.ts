import {
  changeableStatuses,
  isChangeable,
  step,
  type TaskCommand,
  type TaskStatus,
  taskStatuses,
} from './task-machine';

/** Whether a command makes a task run, which nobody may in a suspended realm. */
export const isStarting = (command: string): command is 'start' | 'resume' =>
  command === 'start' || command === 'resume';

/** What a person can do to a task; `edit`: change settings other than its name. */
export type TaskAction = TaskCommand | 'mark_bought' | 'edit';

/** Why an action isn't possible now: it has no effect, or only the `allowed` statuses permit it. */
export type TaskRefusal = { code: 'ALREADY' } | { code: 'INVALID_STATE'; allowed: readonly TaskStatus[] };

/**
 * Returns why a person can't take an action on a task now; undefined when they can. For screens: the server checks
 * again. Lease and retries don't affect what people may do.
 */
export function findRefusal(
  action: TaskAction,
  { status, paused }: { status: TaskStatus; paused: boolean },
): TaskRefusal | undefined {
  const facts = { status, paused, leased: false, retry_count: 0, max_retries: 0, requeued: false };
  if (action === 'edit')
    return isChangeable(facts) ? undefined : { code: 'INVALID_STATE', allowed: changeableStatuses };
  const outcome = step(facts, action === 'start' ? { type: action, ahead: false } : { type: action });
  if (outcome.kind === 'rejected') return { code: 'INVALID_STATE', allowed: outcome.allowed };
  return outcome.kind === 'already' ? { code: 'ALREADY' } : undefined;
}

/** The statuses in which an action has an effect, to count the tasks that it applies to. */
export const statusesAllowing = (action: TaskAction): readonly TaskStatus[] =>
  taskStatuses.filter((status) => findRefusal(action, { status, paused: action === 'resume' }) === undefined);
