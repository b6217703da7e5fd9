import { createContext, useContext, type ReactNode } from 'react';
import type { Consequence, Skipped } from './impact';

export interface Question {
  /** In numbers where there are several: "Stop 24 tasks?". */
  title: string;
  /** What holds for all of it. */
  body?: ReactNode;
  /** What it costs, the gravest first. */
  consequences?: readonly Consequence[];
  /** What it leaves out, and why. */
  skipped?: readonly Skipped[];
  /** Why it can't be done: the button is disabled. */
  blocked?: string;
  /** The verb: "Delete 4 tasks". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Destructive: the button is in the colour of failure. */
  danger?: boolean;
  /** A text to type before the button works: a realm's name. */
  typeToConfirm?: string;
}

/** A question that has to be computed first: title and button show at once, the rest once it has loaded. */
export interface LoadedQuestion extends Pick<Question, 'title' | 'confirmLabel' | 'danger'> {
  /** Rejects with what is shown in the dialog, beside Retry. */
  load: () => Promise<Question>;
}

export type Confirm = (question: Question | LoadedQuestion) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm | null>(null);

/** Asks and waits: `if (await confirm({ … })) …`. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs ThemeRoot above it');
  return confirm;
}
