import type { LucideIcon } from 'lucide-react';
import { createContext, useContext, type ReactNode } from 'react';
import type { Problem } from './problem';

export interface SnackbarMessage {
  message: ReactNode;
  /** Takes the place of the message that has the same key: a progress, then its outcome. */
  key?: string;
  icon?: LucideIcon;
  /** One thing to do about it: "Undo", "View". */
  action?: { label: string; onSelect: () => void };
  /** Milliseconds; 6,000 by default, 10,000 for what can be undone, null until closed. */
  duration?: number | null;
  tone?: 'plain' | 'error';
}

export interface Snackbars {
  show: (message: SnackbarMessage | string) => void;
  /** Says what failed, with code and request id; `key` as of a message. */
  fail: (problem: Problem, key?: string) => void;
}

export const SnackbarContext = createContext<Snackbars | null>(null);

/** Says something in passing, from anywhere below ThemeRoot. */
export function useSnackbar(): Snackbars {
  const snackbars = useContext(SnackbarContext);
  if (!snackbars) throw new Error('useSnackbar needs ThemeRoot above it');
  return snackbars;
}
