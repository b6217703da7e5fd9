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

/** Where a component is at the bottom: within the page, or below it, on every page. */
export type BottomPlace = 'page' | 'frame';

/** Reserves px at the bottom; returns a function that releases them. */
export type ReserveBottom = (height: number, place: BottomPlace) => () => void;

export const BottomInsetContext = createContext<ReserveBottom>(() => () => undefined);

/**
 * Keeps snackbars above a component at the bottom, by its height in px; null reserves nothing. Components of one place overlap, and
 * those of the page are above the frame's.
 */
export function useBottomInset(height: number | null, place: BottomPlace = 'page'): void {
  const reserve = useContext(BottomInsetContext);
  useEffect(() => (height === null ? undefined : reserve(height, place)), [height, place, reserve]);
}

/** Returns functions that show snackbars, anywhere below ThemeRoot. */
export function useSnackbar(): SnackbarControls {
  const snackbars = useContext(SnackbarContext);
  if (!snackbars) throw new Error('useSnackbar needs ThemeRoot above it');
  return snackbars;
}
