import type { LucideIcon } from 'lucide-react';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import type { ErrorInfo } from './error-info';

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

export interface SnackbarControls {
  show: (message: SnackbarMessage | string) => void;
  /** Says what failed, with code and request id; `key` as of a message. */
  showError: (error: ErrorInfo, key?: string) => void;
}

export const SnackbarContext = createContext<SnackbarControls | null>(null);

/** Reserves so many px at the bottom of the page; the answer releases them. */
export type ReserveBottom = (height: number) => () => void;

export const BottomInsetContext = createContext<ReserveBottom>(() => () => undefined);

/** Keeps snackbars above what the component shows at the bottom of the page, so many px high; null: nothing. */
export function useBottomInset(height: number | null): void {
  const reserve = useContext(BottomInsetContext);
  useEffect(() => (height === null ? undefined : reserve(height)), [height, reserve]);
}

/** Says something in passing, from anywhere below ThemeRoot. */
export function useSnackbar(): SnackbarControls {
  const snackbars = useContext(SnackbarContext);
  if (!snackbars) throw new Error('useSnackbar needs ThemeRoot above it');
  return snackbars;
}
