import type { BulkAnswer, BulkOperationDto } from '@tessera/api';
import {
  toProblem,
  useConfirm,
  useSnackbar,
  type BulkAction,
  type ListState,
  type Selection,
} from '@tessera/ui';
import { Check, Pause, Play, RotateCcw, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { idsDone, SHOWN } from './bulk.api';
import type { BulkRun } from './bulk-run-dialog';
import { isUnfinished, refusalOf, type TaskAct } from './task-commands';
import { markBought, useBulkCommand, useReread, useRestoreTasks } from './tasks.api';
import { readsOnly } from './use-task-actions';
import { useTexts } from '../../texts';
import type { TaskCommand, TaskSummary } from '../../task-types';

const past: Record<TaskCommand, string> = {
  start: 'started',
  stop: 'stopped',
  pause: 'paused',
  resume: 'resumed',
};
const count = (n: number): string => `${n.toLocaleString('en-GB')} ${n === 1 ? 'task' : 'tasks'}`;

/** "3 passed over: 2 It is running already; 1 …" */
export const passedOver = ({ ineligible, reasons }: Pick<BulkAnswer, 'ineligible' | 'reasons'>): string =>
  ineligible === 0
    ? ''
    : `${count(ineligible)} passed over: ${reasons.map((reason) => `${reason.count} × ${reason.message}`).join('; ')}`;

/** Commands over the selected tasks, with how many each can act on, and the long work that is going on. */
export function useBulkActions(
  rows: readonly TaskSummary[],
  selection: Selection,
  state: ListState,
  mayWrite: boolean,
) {
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const reread = useReread();
  const { mutateAsync: bulk } = useBulkCommand();
  const { mutate: restore } = useRestoreTasks();
  const [work, setWork] = useState<BulkRun | null>(null);
  const [operation, setOperation] = useState<BulkOperationDto | null>(null);
  const t = useTexts();
  const selected = rows.filter((task) => selection.keys.has(task.id));
  const fits = (act: TaskAct) => selected.filter((task) => refusalOf(act, task) === undefined);
  const ids = [...selection.keys].map(Number);

  const command = async (what: TaskCommand) => {
    const { sort: _sort, ...filter } = state.query;
    const whom = selection.all ? { filter } : { ids };
    try {
      if (selection.all) {
        const preview = await bulk({ command: what, preview: true, ...whom });
        const yes = await confirm({
          title: `${what.charAt(0).toUpperCase()}${what.slice(1)} ${count(preview.eligible)}?`,
          body: passedOver(preview) || 'All tasks that match the filters.',
          confirmLabel: `${what.charAt(0).toUpperCase()}${what.slice(1)} ${count(preview.eligible)}`,
          danger: what === 'stop',
        });
        if (!yes) return;
      }
      const answer = await bulk({ command: what, ...whom });
      if (answer.operation) return setOperation(answer.operation);
      snackbar.show(
        [`${count(answer.eligible)} ${past[what]}`, passedOver(answer)].filter(Boolean).join('. '),
      );
    } catch (error) {
      snackbar.fail(toProblem(error));
    }
  };
  const markAll = async () => {
    const tasks = fits('mark_bought');
    const yes = await confirm({
      title: `Mark ${count(tasks.length)} as bought?`,
      body: 'What their logins hold for their events is recorded as purchased. This is final.',
      confirmLabel: `Mark ${count(tasks.length)}`,
    });
    if (!yes) return;
    setWork({
      title: `Marking ${count(tasks.length)} as bought`,
      tasks,
      run: (task, signal) => markBought(task, false, signal),
    });
  };
  const deleteAll = async () => {
    const { sort: _sort, ...filter } = state.query;
    const whom = selection.all ? { filter } : { ids };
    try {
      const preview = selection.all ? await bulk({ command: 'delete', preview: true, ...whom }) : null;
      const many = preview?.eligible ?? selected.length;
      // Of all that match it isn't known how many are to be stopped.
      const stops = selection.all || selected.some(isUnfinished);
      const yes = await confirm({
        title: `Delete ${count(many)}?`,
        body: stops
          ? 'Those that are not finished are stopped first; seats that they hold stay in the cart until they lapse.'
          : 'You can undo it for a moment.',
        confirmLabel: stops ? `Stop and delete ${count(many)}` : `Delete ${count(many)}`,
        danger: true,
      });
      if (!yes) return;
      const answer = await bulk({ command: 'delete', ...whom });
      if (answer.operation) setOperation(answer.operation);
      else snackbar.show(passedOver(answer));
    } catch (error) {
      snackbar.fail(toProblem(error));
    }
  };
  const endWork = () => {
    setWork(null);
    void reread();
  };
  const endOperation = ({ id, command: what, done }: BulkOperationDto) => {
    setOperation(null);
    void reread();
    if (what !== 'delete' || done === 0) return;
    selection.clear();
    const undo = async () => {
      try {
        restore(await idsDone(id), { onError: (error) => snackbar.fail(toProblem(error)) });
      } catch (error) {
        snackbar.fail(toProblem(error));
      }
    };
    snackbar.show({
      message: t('bulk.deleted', { count: done }),
      ...(done <= SHOWN ? { action: { label: t('bulk.undo'), onSelect: () => void undo() } } : {}),
    });
  };

  const forbidden = mayWrite ? {} : { disabled: readsOnly };
  const counted = (act: TaskAct) => (selection.all ? {} : { count: fits(act).length });
  const shownAlone = selection.all ? { disabled: 'Select single tasks for this' } : {};
  const actions: BulkAction[] = [
    { label: 'Start', icon: Play, onSelect: () => void command('start'), ...counted('start'), ...forbidden },
    { label: 'Pause', icon: Pause, onSelect: () => void command('pause'), ...counted('pause'), ...forbidden },
    { label: 'Stop', icon: Square, onSelect: () => void command('stop'), ...counted('stop'), ...forbidden },
    {
      label: 'Mark bought',
      icon: Check,
      onSelect: () => void markAll(),
      ...counted('mark_bought'),
      ...shownAlone,
      ...forbidden,
    },
    {
      label: 'Resume',
      icon: RotateCcw,
      more: true,
      onSelect: () => void command('resume'),
      ...counted('resume'),
      ...forbidden,
    },
    {
      label: 'Delete',
      icon: Trash2,
      more: true,
      onSelect: () => void deleteAll(),
      ...counted('delete'),
      ...forbidden,
    },
  ];
  return { actions, work, endWork, operation, endOperation };
}
