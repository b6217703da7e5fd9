import { useMemo } from 'react';
import { useConfirm, type LoadedQuestion, type Question } from './confirm-context';
import { useTexts } from '../texts';
import { isAbort, describeError } from '../feedback/error-info';
import { useSnackbar, type SnackbarMessage } from '../feedback/snackbar-context';

type Message = SnackbarMessage | string;

/** What is said of an action that was carried out: words, or words made of its answer; null says nothing. */
export type SuccessMessage<T> = Message | null | ((answer: T) => Message | null);

/** How to take something back. */
export interface UndoAction<T = unknown> {
  /** Carries it out. */
  restore: () => Promise<T>;
  /** What is said then: "HC north is back". */
  message: SuccessMessage<T>;
}

/** An action whose effects are computed first; what was previewed is what is carried out. */
export interface PreviewedAction<P, T> extends Omit<LoadedQuestion, 'load'> {
  /** Computes the effects. */
  preview: () => Promise<P>;
  /** The question about them. */
  question: (preview: P) => Question;
  work: (preview: P) => Promise<T>;
  message: Message | null | ((answer: T, preview: P) => Message | null);
}

/** Carrying out what people ask for: the same words and the same failures everywhere. */
export interface Actions {
  /** Does it and says so, or says what the server refuses. Resolves with whether it was done; never rejects. */
  attempt: <T>(work: () => Promise<T>, message: SuccessMessage<T>) => Promise<boolean>;
  /** Asks first; false as well when the answer was no. */
  confirmAndRun: <T>(
    question: Question,
    work: () => Promise<T>,
    message: SuccessMessage<T>,
  ) => Promise<boolean>;
  /** Asks once the effects are known; false as well when the answer was no. */
  previewAndRun: <P, T>(action: PreviewedAction<P, T>) => Promise<boolean>;
  /** What is said of something that can be taken back for 10 s. */
  withUndo: <T>(message: string, undo: UndoAction<T>) => SnackbarMessage;
  /** Says a failure of something that was carried out elsewhere. */
  showError: (error: unknown) => void;
}

/** Stays the same object, so that columns and row menus made of it do too. */
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
        const answer = await work();
        const shown = typeof message === 'function' ? message(answer) : message;
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
        const seen: P[] = [];
        const load = async () => {
          const effects = await preview();
          seen.push(effects);
          return question(effects);
        };
        if (!(await confirm({ ...pending, load }))) return false;
        const effects = seen.at(-1) as P;
        return attempt(
          () => work(effects),
          typeof message === 'function' ? (answer) => message(answer, effects) : message,
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
