import { useEffect, useEffectEvent, useState } from 'react';
import { describeError, type ErrorInfo } from '../feedback/problem';
import type { LoadedQuestion, Question } from './confirm-context';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';

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
