import { useAction, type Question, type RowAction } from '@tessera/ui';
import { Check, Copy, Pause, Pencil, Play, Square, Trash2, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../texts';
import type { TaskCommand, TaskSummary } from '../../task-types';
import { useDeleteTask } from './delete-task';
import { isUnfinished, refusalOf, type TaskAct } from './task-commands';
import { useRestoreTasks, useTaskCommand } from './tasks.api';
import { useMarkBought } from './use-mark-bought';

export interface TaskActionsOptions {
  mayWrite: boolean;
  onEdit: (task: TaskSummary) => void;
  onDuplicate: (task: TaskSummary) => void;
  /** The task is gone. */
  onDeleted: (task: TaskSummary) => void;
}

/** An entry of a task's menu, and what it does. */
export interface TaskAction extends RowAction {
  act: TaskAct;
}

/** What can be done to one task, by name; each says why it can't be done now. */
export function useTaskActions({ mayWrite, onEdit, onDuplicate, onDeleted }: TaskActionsOptions) {
  const t = useTexts();
  const { attempt, ask, undoable } = useAction();
  const { mutateAsync: command } = useTaskCommand();
  const { mutateAsync: remove } = useDeleteTask(onDeleted);
  const { mutateAsync: restore } = useRestoreTasks();
  const markBought = useMarkBought();

  const run = (task: TaskSummary, what: TaskCommand) =>
    void attempt(() => command({ id: task.id, command: what }), null);
  const askDelete = (task: TaskSummary) => {
    const { name } = task;
    const question: Question = isUnfinished(task)
      ? {
          title: t('tasks.stopAsk'),
          body: t('tasks.stopBody', { name }),
          confirmLabel: t('tasks.stopAndDelete'),
        }
      : {
          title: t('tasks.deleteAsk'),
          body: t('tasks.deleteBody', { name }),
          confirmLabel: t('tasks.deleteConfirm'),
        };
    const back = { restore: () => restore([task.id]), said: t('words.isBack', { name }) };
    return ask(
      { ...question, danger: true },
      () => remove(task),
      undoable(t('words.deleted', { name }), back),
    );
  };

  const actions = (task: TaskSummary): TaskAction[] => {
    const forbidden = mayWrite ? undefined : t('words.needsWrite');
    const entry = (
      act: TaskAction['act'],
      label: string,
      icon: LucideIcon,
      onSelect: () => void,
      refusal?: string,
    ): TaskAction => {
      const disabled = forbidden ?? refusal;
      return { act, label, icon, onSelect, ...(disabled === undefined ? {} : { disabled }) };
    };
    const commanded = (what: TaskCommand, icon: LucideIcon) =>
      entry(what, t(`words.${what}`), icon, () => run(task, what), refusalOf(t, what, task));
    return [
      commanded('start', Play),
      task.paused ? commanded('resume', Play) : commanded('pause', Pause),
      commanded('stop', Square),
      entry(
        'mark_bought',
        t('tasks.markBought'),
        Check,
        () => void markBought(task),
        refusalOf(t, 'mark_bought', task),
      ),
      entry('edit', t('words.edit'), Pencil, () => onEdit(task)),
      entry('duplicate', t('tasks.duplicate'), Copy, () => onDuplicate(task)),
      {
        ...entry(
          'delete',
          isUnfinished(task) ? t('tasks.stopAndDelete') : t('words.delete'),
          Trash2,
          () => void askDelete(task),
        ),
        danger: true,
      },
    ];
  };
  return { actions, run };
}
