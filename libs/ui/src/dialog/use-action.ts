import { useMemo } from 'react';
import { describeError, isAbort } from '../feedback/error-info';
import { type SnackbarMessage, useSnackbar } from '../feedback/snackbar-context';
import { useTexts } from '../texts';
import { type LoadedQuestion, type Question, useConfirm } from './confirm-context';

type Message = SnackbarMessage | string;

/** The message after an action succeeded, fixed or computed from its result; null shows none. */
export type SuccessMessage<T> = Message | null | ((result: T) => Message | null);

/** How to undo an action. */
export interface UndoAction<T = unknown> {
  /** Undoes it. */
  restore: () => Promise<T>;
  /** The message afterwards: "HC north restored". */
  message: SuccessMessage<T>;
}

/** An action whose effects are loaded first; exactly what was previewed is carried out. */
export interface PreviewedAction<P, T> extends Omit<LoadedQuestion, 'load'> {
  /** Loads the effects. */
  preview: () => Promise<P>;
  /** Builds the confirmation from the effects. */
  question: (preview: P) => Question;
  work: (preview: P) => Promise<T>;
  message: Message | null | ((result: T, preview: P) => Message | null);
}

/** Runs actions with consistent confirmations, messages and errors. */
export interface Actions {
  /** Runs an action and shows its message or its error. Resolves with whether it succeeded; never rejects. */
  attempt: <T>(work: () => Promise<T>, message: SuccessMessage<T>) => Promise<boolean>;
  /** The same after confirmation; resolves with false when cancelled. */
  confirmAndRun: <T>(
    question: Question,
    work: () => Promise<T>,
    message: SuccessMessage<T>,
  ) => Promise<boolean>;
  /** The same after a confirmation that lists the effects; resolves with false when cancelled. */
  previewAndRun: <P, T>(action: PreviewedAction<P, T>) => Promise<boolean>;
  /** Creates a message with an Undo button, shown for 10 s. */
  withUndo: <T>(message: string, undo: UndoAction<T>) => SnackbarMessage;
  /** Shows the error of an action that ran elsewhere. */
  showError: (error: unknown) => void;
}

/** Returns a stable object, so that columns and row menus built from it are stable too. */
export function useAction({ log = false }: { log?: boolean } = {}): Actions {
  const t = useTexts();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  return useMemo(() => {
    const showError = (error: unknown) => {
      if (log) console.error(error);
      snackbar.showError(describeError(error));
    };
    const attempt = async <T>(work: () => Promise<T>, message: SuccessMessage<T>): Promise<boolean> => {
      try {
        const result = await work();
        const shown = typeof message === 'function' ? message(result) : message;
        if (shown !== null) snackbar.show(shown);
        return true;
      } catch (error) {
        if (!isAbort(error)) showError(error);
        return false;
      }
    };
    return {
      attempt,
      confirmAndRun: async (question, work, message) => (await confirm(question)) && attempt(work, message),
      previewAndRun: async <P, T>(action: PreviewedAction<P, T>) => {
        const { preview, question, work, message, ...pending } = action;
        const previews: P[] = [];
        const load = async () => {
          const effects = await preview();
          previews.push(effects);
          return question(effects);
        };
        if (!(await confirm({ ...pending, load }))) return false;
        const effects = previews.at(-1) as P;
        return attempt(
          () => work(effects),
          typeof message === 'function' ? (result) => message(result, effects) : message,
        );
      },
      withUndo: <T>(message: string, undo: UndoAction<T>) => ({
        message,
        action: { label: t('undo'), onSelect: () => void attempt(undo.restore, undo.message) },
      }),
      showError,
    };
  }, [confirm, log, snackbar, t]);
}
