import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { ErrorInfo } from './error-info';

export interface SnackbarMessage {
  message: ReactNode;
  /** Replaces a visible message with the same key: progress by its result. */
  key?: string;
  icon?: LucideIcon;
  /** A button: "Undo", "View". */
  action?: { label: string; onSelect: () => void };
  /** In milliseconds: 6,000 by default, 10,000 with an action; null stays until closed. */
  duration?: number | null;
  tone?: 'plain' | 'error';
}

export interface SnackbarControls {
  show: (message: SnackbarMessage | string) => void;
  /** Shows an error, with code and request id where they are useful; `key` as in a message. */
  showError: (error: ErrorInfo, key?: string) => void;
}

export const SnackbarContext = createContext<SnackbarControls | null>(null);

/** Reserves px at the bottom of the page; returns a function that releases them. */
export type ReserveBottom = (height: number) => () => void;

export const BottomInsetContext = createContext<ReserveBottom>(() => () => undefined);

/** Keeps snackbars above a component at the bottom of the page, by its height in px; null reserves nothing. */
export function useBottomInset(height: number | null): void {
  const reserve = useContext(BottomInsetContext);
  useEffect(() => (height === null ? undefined : reserve(height)), [height, reserve]);
}

/** Returns functions that show snackbars, anywhere below ThemeRoot. */
export function useSnackbar(): SnackbarControls {
  const snackbars = useContext(SnackbarContext);
  if (!snackbars) throw new Error('useSnackbar needs ThemeRoot above it');
  return snackbars;
}
