import { useMutation } from '@tanstack/react-query';
import { Check, Copy, type LucideIcon, Pause, Pencil, Play, RotateCcw, Square, Trash2 } from 'lucide-react';
import { ApiError, taskCommandsStop, tasksGet, tasksRemove, useMayAct } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { isStarting, type UndoableCommand, undoOf } from '@tessera/domain';
import { type Question, useAction } from '@tessera/ui';
import { useUndo } from '../../bulk/use-undo';
import { useSuspendedRealms } from '../../lookups/use-suspended-realms';
import type { TaskCommand, TaskSummary } from '../../task-types';
import { useTexts } from '../../texts';
import { isUnfinished, stopConsequences, type TaskActionName, taskRefusal } from './task-commands';
import { useRefetchTasks, useTaskCommand } from './tasks.api';
import { useMarkBought } from './use-mark-bought';

interface TaskActionsOptions {
  mayLaunch: boolean;
  onEdit: (task: TaskSummary) => void;
  onDuplicate: (task: TaskSummary) => void;
  /** Called when the task was deleted. */
  onDeleted: (task: TaskSummary) => void;
}

/** An entry of a task's menu, with the name of its action. */
export interface TaskAction extends RowAction {
  act: TaskActionName;
}

/** The actions of a task; disabled ones with their reason. */
export function useTaskActions({ mayLaunch, onEdit, onDuplicate, onDeleted }: TaskActionsOptions) {
  const t = useTexts();
  const mayPay = useMayAct('pay');
  const { attempt, confirmAndRun, withUndo } = useAction();
  const undo = useUndo();
  const { mutateAsync: command } = useTaskCommand();
  const { mutateAsync: remove } = useDeleteTask(onDeleted);
  const markBought = useMarkBought();
  const isSuspended = useSuspendedRealms();

  /** A message about a task, with Undo if there are commands that restore its state. */
  const withUndoFor = (task: TaskSummary, what: UndoableCommand, words: string) => {
    const steps = undoOf(what, task).map((step) => ({ command: step, ids: [task.id] }));
    return steps.length > 0 ? withUndo(words, undo(steps)) : words;
  };
  const run = (task: TaskSummary, what: TaskCommand) => {
    const { name } = task;
    const work = () => command({ id: task.id, command: what });
    const done = withUndoFor(task, what, t(`tasks.done.${what}`, { name }));
    const consequences = what === 'stop' ? stopConsequences(t, task) : [];
    if (consequences.length === 0) return void attempt(work, done);
    const question = {
      title: t('tasks.stopTitle', { name }),
      body: t('bulk.canUndo'),
      consequences,
      confirmLabel: t('tasks.stopConfirm'),
      danger: true,
    };
    return void confirmAndRun(question, work, done);
  };
  const confirmDelete = (task: TaskSummary) => {
    const { name } = task;
    const unfinished = isUnfinished(task);
    const question: Question = {
      title: t(unfinished ? 'tasks.stopAndDeleteTitle' : 'tasks.deleteTitle', { name }),
      body: t(unfinished ? 'tasks.stopAndDeleteBody' : 'tasks.deleteBody'),
      consequences: stopConsequences(t, task),
      confirmLabel: t(unfinished ? 'tasks.stopAndDelete' : 'tasks.deleteConfirm'),
      danger: true,
    };
    return confirmAndRun(
      question,
      () => remove(task),
      withUndoFor(task, 'delete', t('words.deleted', { name })),
    );
  };

  const actions = (task: TaskSummary): TaskAction[] => {
    const forbidden = mayLaunch ? undefined : t('words.needsLaunch');
    const bought = taskRefusal(t, 'mark_bought', task);
    const entry = (
      act: TaskAction['act'],
      label: string,
      icon: LucideIcon,
      onSelect: () => void,
      refusal?: string,
    ): TaskAction => {
      const disabled = forbidden ?? refusal;
      return { act, label, icon, onSelect, disabled };
    };
    const suspended = isSuspended(task.realm_id) ? t('words.realmSuspended') : undefined;
    const commandEntry = (what: TaskCommand, icon: LucideIcon) => {
      const refusal = taskRefusal(t, what, task) ?? (isStarting(what) ? suspended : undefined);
      return entry(what, t(`words.${what}`), icon, () => run(task, what), refusal);
    };
    return [
      commandEntry('start', Play),
      commandEntry('pause', Pause),
      commandEntry('resume', RotateCcw),
      commandEntry('stop', Square),
      {
        ...entry('mark_bought', t('tasks.markBought'), Check, () => void markBought(task)),
        disabled: mayPay ? bought : t('words.needsPay'),
      },
      entry('edit', t('words.edit'), Pencil, () => onEdit(task)),
      entry('duplicate', t('tasks.duplicate'), Copy, () => onDuplicate(task), suspended),
      {
        ...entry(
          'delete',
          isUnfinished(task) ? t('tasks.stopAndDelete') : t('words.delete'),
          Trash2,
          () => void confirmDelete(task),
          taskRefusal(t, 'delete', task),
        ),
        danger: true,
      },
    ];
  };
  return { actions, run };
}

/** A worker releases a task at its next heartbeat (10 s), or its lease expires (30 s). */
const polling = { every: 1_000, tries: 45 };

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, polling.every));

/**
 * Deletes a task. An unfinished task is stopped first; while a worker leases it, this waits. `onDeleted` is called after
 * the deletion.
 *
 * @throws ApiError IN_USE when the worker hasn't released it after 45 s
 */
function useDeleteTask(onDeleted: (task: TaskSummary) => void) {
  const t = useTexts();
  return useMutation({
    mutationFn: async (task: TaskSummary): Promise<void> => {
      const path = { id: task.id };
      if (isUnfinished(task)) {
        let now = task.status === 'stopping' ? task : (await taskCommandsStop({ path })).data;
        for (let tries = 0; now.status === 'stopping'; tries += 1) {
          if (tries >= polling.tries)
            throw new ApiError(t('tasks.stillLeased'), 'IN_USE', 409, { isWorded: true });
          await wait();
          now = (await tasksGet({ path })).data;
        }
      }
      await tasksRemove({ path });
    },
    // Before the refetch, which would fail for the open drawer.
    onSuccess: (_answer, task) => onDeleted(task),
    onSettled: useRefetchTasks(),
  });
}
