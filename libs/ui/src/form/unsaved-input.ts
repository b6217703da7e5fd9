import { useEffect, useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  count += by;
  for (const listener of listeners) listener();
}

/** Counts a form while it has input that a reload of the page would lose. */
export function useUnsavedInput(isPresent: boolean): void {
  useEffect(() => {
    if (!isPresent) return;
    change(1);
    return () => change(-1);
  }, [isPresent]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether any form or dialog of the page, of the shell or a module, has input that a reload would lose. */
export const useHasUnsavedInput = (): boolean => useSyncExternalStore(subscribe, () => count > 0);
