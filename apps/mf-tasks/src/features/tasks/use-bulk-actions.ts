import type { BulkAnswer } from '@tessera/api';
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
import type { BulkRun } from './bulk-run-dialog';
import { stopAndDelete } from './delete-task';
import { isUnfinished, refusalOf, type TaskAct } from './task-commands';
import { markBought, useBulkCommand, useReread, useRestoreTasks } from './tasks.api';
import { readsOnly } from './use-task-actions';
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
      kind: 'mark_bought',
      tasks,
      run: (task, signal) => markBought(task, false, signal),
    });
  };
  const deleteAll = async () => {
    const stops = selected.filter(isUnfinished).length;
    const yes = await confirm({
      title: `Delete ${count(selected.length)}?`,
      body:
        stops > 0 ? `${count(stops)} not finished: they are stopped first.` : 'You can undo it for a moment.',
      confirmLabel:
        stops > 0 ? `Stop and delete ${count(selected.length)}` : `Delete ${count(selected.length)}`,
      danger: true,
    });
    if (yes)
      setWork({
        title: `Deleting ${count(selected.length)}`,
        kind: 'delete',
        tasks: selected,
        run: stopAndDelete,
      });
  };
  const endWork = (done: readonly TaskSummary[]) => {
    const deleted = work?.kind === 'delete';
    setWork(null);
    void reread();
    if (!deleted || done.length === 0) return;
    selection.put(
      done.map((task) => task.id),
      false,
    );
    snackbar.show({
      message: `${count(done.length)} deleted`,
      action: {
        label: 'Undo',
        onSelect: () =>
          restore(
            done.map((task) => task.id),
            { onError: (error) => snackbar.fail(toProblem(error)) },
          ),
      },
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
      ...shownAlone,
      ...forbidden,
    },
  ];
  return { actions, work, endWork };
}
