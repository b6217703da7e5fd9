import { createContext, type ReactNode, useContext } from 'react';
import type { Consequence, Skipped } from './impact';

export interface Question {
  /** With the number of rows where there are several: "Stop 24 tasks?". */
  title: string;
  /** What applies to the whole action. */
  body?: ReactNode;
  /** The effects, the most serious first. */
  consequences?: readonly Consequence[];
  /** The rows that are left out, by reason. */
  skipped?: readonly Skipped[];
  /** Why the action is not possible; disables the confirm button. */
  blocked?: string;
  /** The verb: "Delete 4 tasks". */
  confirmLabel: string;
  cancelLabel?: string;
  /** A destructive action; the confirm button is red. */
  danger?: boolean;
  /** A text to type before confirming: a realm's name. */
  typeToConfirm?: string;
}

/** A question whose effects are loaded first: title and button show at once, the rest after loading. */
export interface LoadedQuestion extends Pick<Question, 'title' | 'confirmLabel' | 'danger'> {
  /** Loads the question; a rejection is shown in the dialog with a retry button. */
  load: () => Promise<Question>;
}

export type Confirm = (question: Question | LoadedQuestion) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm | null>(null);

/** Returns a function that asks for confirmation: `if (await confirm({ … })) …`. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs ThemeRoot above it');
  return confirm;
}
