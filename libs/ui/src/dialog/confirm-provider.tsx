import { type ReactNode, startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { describeError, type ErrorInfo } from '../feedback/error-info';
import { ConfirmContext, type LoadedQuestion, type Question } from './confirm-context';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';

interface PendingQuestion {
  question: Question | LoadedQuestion;
  resolve: (confirmed: boolean) => void;
  id: number;
}

/** Shows the confirmation dialog of `useConfirm`, one at a time; a new question cancels an open one. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingQuestion | null>(null);
  const [open, setOpen] = useState(false);
  const confirm = useCallback(
    (question: Question | LoadedQuestion) =>
      new Promise<boolean>((resolve) => {
        // In the background, so that a page of thousands of rows answers the click before the dialog is drawn.
        startTransition(() => {
          setPending((before) => {
            before?.resolve(false);
            return { question, resolve, id: (before?.id ?? 0) + 1 };
          });
          setOpen(true);
        });
      }),
    [],
  );
  // The question is kept while the dialog fades out, so that its content doesn't disappear.
  const close = (confirmed: boolean) => {
    pending?.resolve(confirmed);
    setOpen(false);
  };
  const dialog = { open, onConfirm: () => close(true), onCancel: () => close(false) };
  return (
    <ConfirmContext value={confirm}>
      {children}
      {pending === null ? null : 'load' in pending.question ? (
        <LoadedConfirm key={pending.id} question={pending.question} {...dialog} />
      ) : (
        <ConfirmDialog key={pending.id} {...pending.question} {...dialog} />
      )}
    </ConfirmContext>
  );
}

export interface LoadedConfirmProps extends Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'> {
  question: LoadedQuestion;
}

/** Loads a question and shows it; until then its title, or why loading failed. */
function LoadedConfirm({ question, ...dialog }: LoadedConfirmProps) {
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
