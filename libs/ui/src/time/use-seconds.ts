import { useSyncExternalStore } from 'react';

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

/**
 * What is read of a clock, on one timer for all that tick on the page, so that they tick together. Who reads words is
 * drawn when the words change and not each second: "6 min" once a minute.
 *
 * @param read answers the same (`Object.is`) while there is nothing new to draw
 */
export const useClockValue = <Value>(read: () => Value): Value => useSyncExternalStore(subscribe, read);

/** Whole seconds of a clock (epoch ms), ticking. */
export const useSeconds = (now: () => number): number => useClockValue(() => Math.floor(now() / 1000));
