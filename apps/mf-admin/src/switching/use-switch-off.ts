import { useMemo } from 'react';
import { useCan } from '@tessera/api';
import { type LoadedQuestion, type Question, useAction, useConfirm, useSnackbar } from '@tessera/ui';
import { type AdminTexts, useTexts } from '../texts';
import { describeImpact, fetchImpact, type SwitchableKind } from './impact';

/** What is being disabled. */
export interface SwitchTarget {
  kind: SwitchableKind;
  id: number;
  name: string;
}

function createQuestion(t: AdminTexts, { kind, id, name }: SwitchTarget, isAdmin: boolean): LoadedQuestion {
  const texts = {
    title: t(`switching.${kind}.title`, { name }),
    confirmLabel: t(`switching.${kind}.confirm`),
    danger: true,
  };
  const body = [t(`switching.${kind}.body`), t('switching.undo')];
  const load = async (): Promise<Question> => {
    const withRealms = isAdmin && (kind === 'site' || kind === 'event');
    const consequences = describeImpact(t, await fetchImpact(kind, id), withRealms);
    const idle = consequences.length === 0 ? [t('switching.nothingRuns')] : [];
    return { ...texts, body: [...idle, ...body].join(' '), consequences };
  };
  return { ...texts, load };
}

type Work = () => Promise<unknown>;

/** Disables and enables objects. Disabling asks for confirmation with its consequences and offers to undo it. */
export function useSwitchOff() {
  const t = useTexts();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { attempt, withUndo } = useAction();
  const isAdmin = useCan('admin', 'all');
  return useMemo(() => {
    const describeDone = ({ kind, name }: SwitchTarget, on: Work) =>
      withUndo(t(`switching.${kind}.off`, { name }), {
        restore: on,
        message: t(`switching.${kind}.on`, { name }),
      });
    return {
      /** Disables the target after confirmation. */
      switchOff: async (target: SwitchTarget, off: Work, on: Work): Promise<boolean> =>
        (await confirm(createQuestion(t, target, isAdmin))) && attempt(off, describeDone(target, on)),
      /** Enables the target, which needs no confirmation. */
      switchOn: ({ kind, name }: SwitchTarget, on: Work): Promise<boolean> =>
        attempt(on, t(`switching.${kind}.on`, { name })),
      /** Saves a form that disables the target after confirmation. Aborts otherwise, so that the form stays open. */
      saveSwitchedOff: async (target: SwitchTarget, save: Work, on: Work): Promise<void> => {
        if (!(await confirm(createQuestion(t, target, isAdmin))))
          throw new DOMException('Not confirmed', 'AbortError');
        await save();
        snackbar.show(describeDone(target, on));
      },
    };
  }, [attempt, confirm, isAdmin, snackbar, t, withUndo]);
}
