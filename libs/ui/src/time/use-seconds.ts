import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Reads a value every second, on one timer for the whole page, and renders only when the value changes.
 *
 * @param read returns the same value (`Object.is`) while nothing has changed
 */
export const useClockValue = <Value>(read: () => Value): Value => useSyncExternalStore(subscribe, read);

/** Returns a clock's whole seconds, updated every second. */
export const useSeconds = (now: () => number): number => useClockValue(() => Math.floor(now() / 1000));
