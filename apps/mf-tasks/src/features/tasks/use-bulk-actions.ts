import { Check, Copy, type LucideIcon, Pause, Pencil, Play, RotateCcw, Square, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  type BulkAnswer,
  type BulkOperationDto,
  type BulkResult,
  type BulkStep,
  type BulkTasksDto,
  useMayAct,
} from '@tessera/api';
import {
  type BulkAction,
  type ListState,
  type Selection,
  useDeferredSelected,
} from '@tessera/data-table/list-page';
import { type UndoAction, useAction, useSnackbar } from '@tessera/ui';
import { bulkQuestion, isDestructive, unheldIds } from '../../bulk/bulk-question';
import type { ConfirmedCommand } from '../../bulk/effects';
import { skippedSentence } from '../../bulk/skip-reason-text';
import { useUndo } from '../../bulk/use-undo';
import type { TaskCommand, TaskSummary } from '../../task-types';
import { useTexts } from '../../texts';
import { getSkippedIds } from './bulk.api';
import { groupByState, isPossible, type TaskActionName } from './task-commands';
import { toBodyFilter } from './task-filters';
import { useBulkCommand, useRefetchTasks } from './tasks.api';

/** A bulk command with a form: its tasks and its preview. */
export interface BulkForm {
  what: 'edit' | 'duplicate';
  selected: readonly TaskSummary[];
  preview: BulkAnswer;
  /** Runs the command. */
  send: (how: Pick<BulkTasksDto, 'change' | 'copy'>) => Promise<void>;
}

/** A running operation, and the steps that undo it. */
interface RunningBulk {
  operation: BulkOperationDto;
  steps: readonly BulkStep[];
  /** Tasks that were skipped because they hold no seats. */
  unheld: readonly number[];
}

/** A command with its preview. */
interface PreviewedCommand {
  what: ConfirmedCommand;
  answer: BulkAnswer;
}

const eligibleIds = (results: readonly BulkResult[]): number[] =>
  results.flatMap(({ task_id, result }) => (result === 'done' ? task_id : []));

/** The bulk commands for the selected tasks, with the number of eligible tasks, and the running operation. */
export function useBulkActions(
  rows: readonly TaskSummary[],
  selection: Selection,
  state: ListState,
  mayLaunch: boolean,
) {
  const t = useTexts();
  const mayPay = useMayAct('pay');
  const { attempt, previewAndRun, withUndo, showError } = useAction();
  const snackbar = useSnackbar();
  const refetchTasks = useRefetchTasks();
  const { mutateAsync: bulk } = useBulkCommand();
  const undo = useUndo();
  const [running, setRunning] = useState<RunningBulk | null>(null);
  // Deferred, since filtering 20,000 selected tasks takes a while.
  const { keys, all } = useDeferredSelected(selection);
  const selected = useMemo(
    () => (keys.size === 0 ? [] : rows.filter((task) => keys.has(task.id))),
    [rows, keys],
  );
  const groups = useMemo(() => groupByState(selected), [selected]);
  const countPossible = (act: TaskActionName) =>
    groups.reduce((sum, { task, count }) => sum + (isPossible(act, task) ? count : 0), 0);
  // Selected rows that are no longer loaded: only the server knows whether they are eligible.
  const isPartlyHidden = selected.length < keys.size;
  const taskCount = (count: number) => ({ tasks: t('words.taskCount', { count }) });
  const doneText = (command: BulkTasksDto['command'], count: number) =>
    count === 0 ? t('bulk.noneDone') : t(`bulk.done.${command}`, taskCount(count));

  const targets = () => {
    const { keys, all } = selection.read();
    return all ? { filter: toBodyFilter(state.query) } : { ids: [...keys].map(Number) };
  };
  const preview = (command: BulkTasksDto['command']) => bulk({ command, preview: true, ...targets() });
  /** A message, with Undo if there are steps that undo the command. */
  const withUndoFor = (summary: readonly string[], steps: readonly BulkStep[], back: UndoAction<string>) => {
    const sentence = summary.filter(Boolean).join('. ');
    return steps.length > 0 ? withUndo(sentence, back) : sentence;
  };
  /** Shows the progress of an operation, or returns the message of a finished command. */
  const report = (answer: BulkAnswer, command: BulkTasksDto['command'], unheld: readonly number[] = []) => {
    if (answer.operation) {
      setRunning({ operation: answer.operation, steps: answer.undo, unheld });
      return null;
    }
    const done = doneText(command, answer.eligible);
    const skipped = skippedSentence(t, command, answer.reasons);
    return withUndoFor([done, skipped], answer.undo, undo(answer.undo));
  };

  const confirmBulk = (what: ConfirmedCommand, load: () => Promise<PreviewedCommand>, all = false) => {
    const tasks = t('bulk.unknownCount');
    return previewAndRun({
      title: t(`bulk.question.${what}`, { tasks }),
      confirmLabel: t(`bulk.confirm.${what}`, { tasks }),
      danger: isDestructive(what),
      preview: load,
      question: (previewed) => bulkQuestion(t, previewed.what, previewed.answer, all),
      // Exactly the previewed tasks, whatever matches or is selected by then.
      work: (previewed) => bulk({ command: previewed.what, ids: eligibleIds(previewed.answer.results) }),
      message: (answer, previewed) => report(answer, previewed.what, unheldIds(previewed.answer.results)),
    });
  };
  const previewWithoutPurchase = async (ids: number[]): Promise<PreviewedCommand> => {
    const what = 'mark_tasks_bought';
    return { what, answer: await bulk({ command: what, preview: true, ids }) };
  };
  const command = (what: ConfirmedCommand) =>
    confirmBulk(
      what,
      async () => {
        const answer = await preview(what);
        const unheld = what === 'mark_bought' ? unheldIds(answer.results) : [];
        return answer.eligible === 0 && unheld.length > 0 ? previewWithoutPurchase(unheld) : { what, answer };
      },
      all,
    );
  /** After recording seats, offers to mark the tasks without seats, including those whose seats have lapsed. */
  const offerWithoutPurchase = async ({ id, passed_over }: BulkOperationDto, unheld: readonly number[]) => {
    const lapsed = passed_over > 0 ? await getSkippedIds(id, 'NOTHING_HELD') : [];
    const ids = [...unheld, ...lapsed];
    if (ids.length > 0) await confirmBulk('mark_tasks_bought', () => previewWithoutPurchase(ids));
  };
  const [form, setForm] = useState<BulkForm | null>(null);
  const openForm = async (what: BulkForm['what']) => {
    const answer = await preview(what).catch(showError);
    if (!answer) return;
    // The form applies to the previewed tasks, whatever matches or is selected when it is sent.
    const ids = answer.results.map(({ task_id }) => task_id);
    // One key per content, so that a retry after a lost response isn't carried out twice.
    const keys = new Map<string, string>();
    const keyOf = (how: object): string => {
      const content = JSON.stringify(how);
      const key = keys.get(content) ?? crypto.randomUUID();
      keys.set(content, key);
      return key;
    };
    setForm({
      what,
      selected: all ? rows : selected,
      preview: answer,
      send: async (how) => {
        const words = report(await bulk({ command: what, ids, ...how, key: keyOf(how) }), what);
        if (words) snackbar.show(words);
      },
    });
  };
  /** Returns how to undo an ended operation, for the tasks that it changed. */
  const undoOperation = ({ id }: BulkOperationDto, steps: readonly BulkStep[]): UndoAction<string> => {
    const back = async () => {
      const untouched = new Set(await getSkippedIds(id));
      const reached = steps.map(({ command: step, ids }) => ({
        command: step,
        ids: ids.filter((task) => !untouched.has(task)),
      }));
      return undo(reached.filter(({ ids }) => ids.length > 0)).restore();
    };
    return { restore: back, message: (words) => words };
  };
  const endOperation = (ended: BulkOperationDto, undoNow: boolean) => {
    const steps = ended.done > 0 ? (running?.steps ?? []) : [];
    setRunning(null);
    void refetchTasks();
    if (ended.command === 'delete' && ended.done > 0) selection.clear();
    const back = undoOperation(ended, steps);
    if (undoNow) return void attempt(back.restore, back.message);
    snackbar.show(withUndoFor([doneText(ended.command, ended.done)], steps, back));
    if (ended.command === 'mark_bought' && ended.state === 'done')
      offerWithoutPurchase(ended, running?.unheld ?? []).catch(showError);
  };

  const entry = (
    act: TaskActionName,
    label: string,
    icon: LucideIcon,
    onSelect: () => unknown,
  ): BulkAction => ({
    label,
    icon,
    onSelect: () => void onSelect(),
    count: all || isPartlyHidden ? null : countPossible(act),
    disabled: mayLaunch ? undefined : t('words.needsLaunch'),
  });
  const commandEntry = (what: TaskCommand, icon: LucideIcon) =>
    entry(what, t(`words.${what}`), icon, () => command(what));
  const actions: BulkAction[] = [
    commandEntry('start', Play),
    commandEntry('pause', Pause),
    commandEntry('stop', Square),
    {
      ...entry('mark_bought', t('tasks.markBought'), Check, () => command('mark_bought')),
      disabled: mayLaunch && mayPay ? undefined : t('words.needsLaunchAndPay'),
    },
    { ...commandEntry('resume', RotateCcw), more: true },
    { ...entry('edit', t('words.edit'), Pencil, () => openForm('edit')), more: true },
    { ...entry('duplicate', t('tasks.duplicate'), Copy, () => openForm('duplicate')), more: true },
    { ...entry('delete', t('words.delete'), Trash2, () => command('delete')), more: true },
  ];
  return { actions, form, closeForm: () => setForm(null), running, endOperation };
}
