import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Whole seconds of a clock (epoch ms), on one timer for all that count on the page, so that they tick together. */
export function useSeconds(now: () => number): number {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => Math.floor(now() / 1000), [now]),
  );
}
