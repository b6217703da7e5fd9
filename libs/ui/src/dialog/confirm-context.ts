import { createContext, useContext, type ReactNode } from 'react';

export interface Question {
  title: string;
  /** How many and what. */
  body: ReactNode;
  /** The verb: "Delete 4 tasks". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Destructive: the button is in the colour of failure. */
  danger?: boolean;
  /** A text to type before the button works: a realm's name. */
  typeToConfirm?: string;
}

export const ConfirmContext = createContext<((question: Question) => Promise<boolean>) | null>(null);

/** Asks and waits: `if (await confirm({ … })) …`. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs ThemeRoot above it');
  return confirm;
}
