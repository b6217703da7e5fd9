import type { BulkAnswer, BulkOperationDto, BulkTasksDto } from '@tessera/api';
import { useAction, useSnackbar } from '@tessera/ui';
import { type BulkAction, type ListState, type Selection } from '@tessera/ui/lists';
import { Check, Copy, Pause, Pencil, Play, RotateCcw, Square, Trash2, type LucideIcon } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTexts } from '../../texts';
import type { TaskCommand, TaskSummary } from '../../task-types';
import { passedOver } from './bulk-words';
import { idsDone, SHOWN } from './bulk.api';
import { isPossible, isUnfinished, kindsOf, type TaskAct } from './task-commands';
import { bodyFilter } from './task-filters';
import { useBulkCommand, useReread, useRestoreTasks } from './tasks.api';

/** What is asked in a form: which command, over what, and what it would do. */
export interface BulkForm {
  what: 'edit' | 'duplicate';
  selected: readonly TaskSummary[];
  foreseen: BulkAnswer;
  /** Carries it out. */
  send: (how: Pick<BulkTasksDto, 'change' | 'copy'>) => Promise<void>;
}

/** Commands over the selected tasks, with how many each can act on, and the long work that is going on. */
export function useBulkActions(
  rows: readonly TaskSummary[],
  selection: Selection,
  state: ListState,
  mayWrite: boolean,
) {
  const t = useTexts();
  const { attempt, ask, undoable, fail } = useAction();
  const snackbar = useSnackbar();
  const reread = useReread();
  const { mutateAsync: bulk } = useBulkCommand();
  const { mutateAsync: restore } = useRestoreTasks();
  const [operation, setOperation] = useState<BulkOperationDto | null>(null);
  // Of 20,000 selected tasks it takes a while; the rows say at once that they are selected.
  const keys = useDeferredValue(selection.keys);
  const selected = useMemo(
    () => (keys.size === 0 ? [] : rows.filter((task) => keys.has(task.id))),
    [rows, keys],
  );
  const kinds = useMemo(() => kindsOf(selected), [selected]);
  const fits = (act: TaskAct) =>
    kinds.reduce((sum, { task, count }) => sum + (isPossible(act, task) ? count : 0), 0);
  const counted = (count: number) => ({ tasks: t('words.taskCount', { count }) });

  const whom = () =>
    selection.all ? { filter: bodyFilter(state.query) } : { ids: [...selection.keys].map(Number) };
  const send = (command: BulkTasksDto['command']) => () => bulk({ command, ...whom() });
  /** What a command would do to all that match; null when that can't be told. */
  const foreseen = async (command: BulkTasksDto['command']): Promise<BulkAnswer | null> => {
    try {
      return await bulk({ command, preview: true, ...whom() });
    } catch (error) {
      fail(error);
      return null;
    }
  };
  /** Work that goes on shows its progress; work that is done is said. */
  const told = (words: (answer: BulkAnswer) => readonly string[]) => (answer: BulkAnswer) => {
    setOperation(answer.operation);
    return answer.operation ? null : words(answer).filter(Boolean).join('. ');
  };

  const tellPassedOver = told((answer) => [passedOver(t, answer)]);

  const command = async (what: TaskCommand) => {
    const done = told((answer) => [t(`bulk.done.${what}`, counted(answer.eligible)), passedOver(t, answer)]);
    if (!selection.all) return attempt(send(what), done);
    const preview = await foreseen(what);
    if (!preview) return false;
    const many = counted(preview.eligible);
    const question = {
      title: t(`bulk.ask.${what}`, many),
      body: passedOver(t, preview) || t('bulk.allThatMatch'),
      confirmLabel: t(`bulk.confirm.${what}`, many),
      danger: what === 'stop',
    };
    return ask(question, send(what), done);
  };
  const markAll = async () => {
    // What their logins hold isn't known here.
    const preview = await foreseen('mark_bought');
    if (!preview) return;
    const many = counted(preview.eligible);
    const question = {
      title: t('bulk.boughtAsk', many),
      body: [t('bulk.boughtBody'), passedOver(t, preview)].filter(Boolean).join(' '),
      confirmLabel: t('bulk.boughtConfirm', many),
    };
    await ask(question, send('mark_bought'), tellPassedOver);
  };
  const deleteAll = async () => {
    const preview = selection.all ? await foreseen('delete') : null;
    if (selection.all && !preview) return;
    const many = counted(preview?.eligible ?? selected.length);
    // Of all that match it isn't known how many are to be stopped.
    const stops = selection.all || selected.some(isUnfinished);
    const question = {
      title: t('bulk.deleteAsk', many),
      body: stops ? t('bulk.stopBody') : t('bulk.deleteBody'),
      confirmLabel: stops ? t('bulk.stopConfirm', many) : t('bulk.deleteConfirm', many),
      danger: true,
    };
    await ask(question, send('delete'), tellPassedOver);
  };
  const [form, setForm] = useState<BulkForm | null>(null);
  const openForm = async (what: BulkForm['what']) => {
    const foreseenAnswer = await foreseen(what);
    if (!foreseenAnswer) return;
    // The very tasks that the form tells of, whatever matches or is selected when it is sent.
    const ids = foreseenAnswer.results.map(({ task_id }) => task_id);
    const done = told((answer) => [t(`bulk.done.${what}`, counted(answer.eligible)), passedOver(t, answer)]);
    // One key for the same wish: one whose answer was lost is repeated, not doubled.
    const keys = new Map<string, string>();
    const keyOf = (how: object): string => {
      const wish = JSON.stringify(how);
      const key = keys.get(wish) ?? crypto.randomUUID();
      keys.set(wish, key);
      return key;
    };
    setForm({
      what,
      selected: selection.all ? rows : selected,
      foreseen: foreseenAnswer,
      send: async (how) => {
        const said = done(await bulk({ command: what, ids, ...how, key: keyOf(how) }));
        if (said) snackbar.show(said);
      },
    });
  };
  const endOperation = ({ id, command: what, done }: BulkOperationDto) => {
    setOperation(null);
    void reread();
    if (what !== 'delete' || done === 0) return;
    selection.clear();
    const said = t('bulk.deleted', { count: done });
    const back = {
      restore: async () => restore(await idsDone(id)),
      said: t('bulk.back', { count: done }),
    };
    snackbar.show(done <= SHOWN ? undoable(said, back) : said);
  };

  const entry = (act: TaskAct, label: string, icon: LucideIcon, onSelect: () => unknown): BulkAction => ({
    label,
    icon,
    onSelect: () => void onSelect(),
    ...(selection.all ? {} : { count: fits(act) }),
    ...(mayWrite ? {} : { disabled: t('words.needsWrite') }),
  });
  const commanded = (what: TaskCommand, icon: LucideIcon) =>
    entry(what, t(`words.${what}`), icon, () => command(what));
  const actions: BulkAction[] = [
    commanded('start', Play),
    commanded('pause', Pause),
    commanded('stop', Square),
    entry('mark_bought', t('tasks.markBought'), Check, markAll),
    { ...commanded('resume', RotateCcw), more: true },
    { ...entry('edit', t('words.edit'), Pencil, () => openForm('edit')), more: true },
    { ...entry('duplicate', t('tasks.duplicate'), Copy, () => openForm('duplicate')), more: true },
    { ...entry('delete', t('words.delete'), Trash2, deleteAll), more: true },
  ];
  return { actions, form, closeForm: () => setForm(null), operation, endOperation };
}
