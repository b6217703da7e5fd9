import { useCallback, useState, type ReactNode, useEffect, useEffectEvent } from 'react';
import { describeError, type ErrorInfo } from '../feedback/error-info';
import { ConfirmContext, type LoadedQuestion, type Question } from './confirm-context';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';

interface Asked {
  question: Question | LoadedQuestion;
  answer: (yes: boolean) => void;
  id: number;
}

/** Shows the question of `useConfirm`, one at a time; a new one answers the old one with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const confirm = useCallback(
    (question: Question | LoadedQuestion) =>
      new Promise<boolean>((answer) => {
        setAsked((before) => {
          before?.answer(false);
          return { question, answer, id: (before?.id ?? 0) + 1 };
        });
        setOpen(true);
      }),
    [],
  );
  // The question stays in place while the dialog fades, so that it doesn't go blank.
  const settle = (yes: boolean) => {
    asked?.answer(yes);
    setOpen(false);
  };
  const dialog = { open, onConfirm: () => settle(true), onCancel: () => settle(false) };
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked === null ? null : 'load' in asked.question ? (
        <LoadedConfirm key={asked.id} question={asked.question} {...dialog} />
      ) : (
        <ConfirmDialog key={asked.id} {...asked.question} {...dialog} />
      )}
    </ConfirmContext>
  );
}

export interface LoadedConfirmProps extends Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'> {
  question: LoadedQuestion;
}

/** Shows a question once it has loaded; until then its title, and why it couldn't be loaded. */
export function LoadedConfirm({ question, ...dialog }: LoadedConfirmProps) {
  const [loaded, setLoaded] = useState<Question | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [attempt, setAttempt] = useState(1);
  const load = useEffectEvent(question.load);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (answer) => isCurrent && setLoaded(answer),
      (thrown: unknown) => isCurrent && setError(describeError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  const { title, confirmLabel, danger = false } = question;
  return (
    <ConfirmDialog
      {...dialog}
      {...(loaded ?? { title, confirmLabel, danger })}
      loading={loaded === null && error === null}
      error={error}
      onRetry={() => {
        setError(null);
        setAttempt(attempt + 1);
      }}
    />
  );
}
