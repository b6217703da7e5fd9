import { useCan } from '@tessera/api';
import { useAction, useConfirm, useSnackbar, type LoadedQuestion, type Question } from '@tessera/ui';
import { useMemo } from 'react';
import { useTexts, type AdminTexts } from '../texts';
import { costOf, readImpact, type SwitchKind } from './impact';

/** What is about to be switched off. A module has no tasks of its own. */
export interface SwitchOff {
  kind: SwitchKind | 'module';
  id: number;
  name: string;
}

function questionFor(
  t: AdminTexts,
  { kind, id, name }: SwitchOff,
  isAdmin: boolean,
): Question | LoadedQuestion {
  const words = {
    title: t(`switching.${kind}.title`, { name }),
    confirmLabel: t(`switching.${kind}.confirm`),
    danger: true,
  };
  const body = [t(`switching.${kind}.body`), t('switching.undo')];
  if (kind === 'module') return { ...words, body: body.join(' ') };
  const load = async (): Promise<Question> => {
    const withRealms = isAdmin && (kind === 'site' || kind === 'event');
    const consequences = costOf(t, await readImpact(kind, id), withRealms);
    const idle = consequences.length === 0 ? [t('switching.nothingRuns')] : [];
    return { ...words, body: [...idle, ...body].join(' '), consequences };
  };
  return { ...words, load };
}

type Work = () => Promise<unknown>;

/** Switching off: asks with what it stops, does it, and offers to switch on again. */
export function useSwitchOff() {
  const t = useTexts();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { attempt, withUndo } = useAction();
  const isAdmin = useCan('admin', 'all');
  return useMemo(() => {
    const said = ({ kind, name }: SwitchOff, on: Work) =>
      withUndo(t(`switching.${kind}.off`, { name }), {
        restore: on,
        message: t(`switching.${kind}.on`, { name }),
      });
    return {
      /** Asks, switches off, and offers Undo. */
      switchOff: async (what: SwitchOff, off: Work, on: Work): Promise<boolean> =>
        (await confirm(questionFor(t, what, isAdmin))) && attempt(off, said(what, on)),
      /** Switches on, which costs nothing. */
      switchOn: ({ kind, name }: SwitchOff, on: Work): Promise<boolean> =>
        attempt(on, t(`switching.${kind}.on`, { name })),
      /** Saves a form that switches something off, once that is confirmed; the form stays open when it isn't. */
      saveOff: async (what: SwitchOff, save: Work, on: Work): Promise<void> => {
        if (!(await confirm(questionFor(t, what, isAdmin))))
          throw new DOMException('Not confirmed', 'AbortError');
        await save();
        snackbar.show(said(what, on));
      },
    };
  }, [attempt, confirm, isAdmin, snackbar, t, withUndo]);
}
