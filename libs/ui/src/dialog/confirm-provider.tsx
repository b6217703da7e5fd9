import { useCallback, useState, type ReactNode } from 'react';
import { ConfirmContext, type Question } from './confirm-context';
import { ConfirmDialog } from './confirm-dialog';

interface Asked {
  question: Question;
  answer: (yes: boolean) => void;
  id: number;
}

/** Shows the question of `useConfirm`, one at a time; a new one answers the old one with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const confirm = useCallback(
    (question: Question) =>
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
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked ? (
        <ConfirmDialog
          key={asked.id}
          {...asked.question}
          open={open}
          onConfirm={() => settle(true)}
          onCancel={() => settle(false)}
        />
      ) : null}
    </ConfirmContext>
  );
}
