import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@tessera/api';
import { toProblem, useConfirm, useSnackbar, type RowAction } from '@tessera/ui';
import { Check, Copy, Pause, Pencil, Play, Square, Trash2 } from 'lucide-react';
import { stopAndDelete } from './delete-task';
import { isUnfinished, refusalOf, type TaskAct } from './task-commands';
import { markBought, useReread, useRestoreTasks, useTaskCommand } from './tasks.api';
import type { TaskCommand, TaskSummary } from '../../task-types';

export interface TaskActionsOptions {
  mayWrite: boolean;
  onEdit: (task: TaskSummary) => void;
  onDuplicate: (task: TaskSummary) => void;
  /** The task is gone. */
  onDeleted: (task: TaskSummary) => void;
}

/** Why somebody who only reads can't act. */
export const readsOnly = 'You need the permission write:own';

/** What can be done to one task, by name; each says why it can't be done now. */
export function useTaskActions(options: TaskActionsOptions) {
  const { mayWrite, onEdit, onDuplicate, onDeleted } = options;
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const reread = useReread();
  const { mutate: command } = useTaskCommand();
  const { mutate: restore } = useRestoreTasks();
  const { mutate: remove } = useMutation({
    mutationFn: (task: TaskSummary) => stopAndDelete(task, new AbortController().signal),
    onSuccess: (_answer, task) => {
      onDeleted(task);
      snackbar.show({
        message: `${task.name} deleted`,
        action: { label: 'Undo', onSelect: () => restore([task.id], { onError: fail }) },
      });
    },
    onError: (error) => fail(error),
    onSettled: reread,
  });
  const { mutate: bought } = useMutation({
    mutationFn: ({ task, alone }: { task: TaskSummary; alone: boolean }) => markBought(task, alone),
    onSuccess: (_answer, { task }) => snackbar.show(`${task.name} marked as bought`),
    onError: (error, { task }) => {
      if (error instanceof ApiError && error.code === 'NOTHING_HELD') void askAlone(task);
      else fail(error);
    },
    onSettled: reread,
  });

  const fail = (error: unknown) => snackbar.fail(toProblem(error));
  const run = (task: TaskSummary, what: TaskCommand) =>
    command({ id: task.id, command: what }, { onError: fail });
  const askAlone = async (task: TaskSummary) => {
    const yes = await confirm({
      title: 'Nothing is held',
      body: `${task.login_email ?? 'Its login'} holds no seats for this event, so there is no purchase to record. Mark its tasks as bought alone?`,
      confirmLabel: 'Mark as bought',
    });
    if (yes) bought({ task, alone: true });
  };
  const askBought = async (task: TaskSummary) => {
    const yes = await confirm({
      title: 'Mark as bought?',
      body: `The seats that ${task.login_email ?? 'its login'} holds for ${task.event_name ?? 'the event'} are recorded as purchased. This is final.`,
      confirmLabel: 'Mark as bought',
    });
    if (yes) bought({ task, alone: false });
  };
  const askDelete = async (task: TaskSummary) => {
    const stops = isUnfinished(task);
    const yes = await confirm({
      title: stops ? 'Stop and delete this task?' : 'Delete this task?',
      body: stops
        ? `${task.name} is not finished. It is stopped first; seats that it holds stay in the cart until they lapse.`
        : `${task.name} and its timeline go. You can undo it for a moment.`,
      confirmLabel: stops ? 'Stop and delete' : 'Delete task',
      danger: true,
    });
    if (yes) remove(task);
  };

  const refusal = (act: TaskAct, task: TaskSummary) => (mayWrite ? refusalOf(act, task) : readsOnly);
  const actions = (task: TaskSummary): RowAction[] => {
    const action = (
      label: string,
      icon: RowAction['icon'],
      onSelect: () => void,
      disabled?: string,
    ): RowAction => ({
      label,
      onSelect,
      ...(icon ? { icon } : {}),
      ...(disabled === undefined ? {} : { disabled }),
    });
    const other = mayWrite ? undefined : readsOnly;
    return [
      action('Start', Play, () => run(task, 'start'), refusal('start', task)),
      task.paused
        ? action('Resume', Play, () => run(task, 'resume'), refusal('resume', task))
        : action('Pause', Pause, () => run(task, 'pause'), refusal('pause', task)),
      action('Stop', Square, () => run(task, 'stop'), refusal('stop', task)),
      action('Mark bought', Check, () => void askBought(task), refusal('mark_bought', task)),
      action('Edit', Pencil, () => onEdit(task), other),
      action('Duplicate', Copy, () => onDuplicate(task), other),
      {
        ...action(
          isUnfinished(task) ? 'Stop and delete' : 'Delete',
          Trash2,
          () => void askDelete(task),
          other,
        ),
        danger: true,
      },
    ];
  };
  return { actions, run };
}
