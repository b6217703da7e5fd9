import { useMemo } from 'react';
import { useConfirm, type LoadedQuestion, type Question } from '../dialog/confirm-context';
import { useTexts } from '../texts';
import { isAbort, toProblem } from './problem';
import { useSnackbar, type SnackbarMessage } from './snackbar-context';

type Said = SnackbarMessage | string;

/** What is said of an action that was carried out: words, or words made of its answer; null says nothing. */
export type Outcome<T> = Said | null | ((answer: T) => Said | null);

/** How to take something back. */
export interface TakeBack<T = unknown> {
  /** Carries it out. */
  restore: () => Promise<T>;
  /** What is said then: "HC north is back". */
  said: Outcome<T>;
}

/** An action whose effects are computed first; what was previewed is what is carried out. */
export interface PreviewedAction<P, T> extends Omit<LoadedQuestion, 'load'> {
  /** Computes the effects. */
  preview: () => Promise<P>;
  /** The question about them. */
  question: (preview: P) => Question;
  work: (preview: P) => Promise<T>;
  said: Said | null | ((answer: T, preview: P) => Said | null);
}

/** Carrying out what people ask for: the same words and the same failures everywhere. */
export interface Actions {
  /** Does it and says so, or says what the server refuses. Resolves with whether it was done; never rejects. */
  attempt: <T>(work: () => Promise<T>, said: Outcome<T>) => Promise<boolean>;
  /** Asks first; false as well when the answer was no. */
  ask: <T>(question: Question, work: () => Promise<T>, said: Outcome<T>) => Promise<boolean>;
  /** Asks once the effects are known; false as well when the answer was no. */
  askAfterPreview: <P, T>(action: PreviewedAction<P, T>) => Promise<boolean>;
  /** What is said of something that can be taken back for 10 s. */
  undoable: <T>(message: string, back: TakeBack<T>) => SnackbarMessage;
  /** Says a failure of something that was carried out elsewhere. */
  fail: (error: unknown) => void;
}

/** Stays the same object, so that columns and row menus made of it do too. */
export function useAction({ log = false }: { log?: boolean } = {}): Actions {
  const t = useTexts();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  return useMemo(() => {
    const fail = (error: unknown) => {
      if (log) console.error(error);
      snackbar.fail(toProblem(error));
    };
    const attempt = async <T>(work: () => Promise<T>, said: Outcome<T>): Promise<boolean> => {
      try {
        const answer = await work();
        const words = typeof said === 'function' ? said(answer) : said;
        if (words !== null) snackbar.show(words);
        return true;
      } catch (error) {
        if (!isAbort(error)) fail(error);
        return false;
      }
    };
    return {
      attempt,
      ask: async (question, work, said) => (await confirm(question)) && attempt(work, said),
      askAfterPreview: async <P, T>(action: PreviewedAction<P, T>) => {
        const { preview, question, work, said, ...pending } = action;
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
          typeof said === 'function' ? (answer) => said(answer, effects) : said,
        );
      },
      undoable: <T>(message: string, { restore, said }: TakeBack<T>) => ({
        message,
        action: { label: t('undo'), onSelect: () => void attempt(restore, said) },
      }),
      fail,
    };
  }, [confirm, log, snackbar, t]);
}
