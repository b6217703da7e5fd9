import { useCallback, useState, type ReactNode } from 'react';
import { ConfirmContext, type LoadedQuestion, type Question } from './confirm-context';
import { ConfirmDialog } from './confirm-dialog';
import { LoadedConfirm } from './loaded-confirm';

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
