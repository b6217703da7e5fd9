import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a function with a stable identity that calls the latest `callback`, so that memoized rows don't render again
 * when the callback changes. Unlike `useEffectEvent` it may be passed to other components.
 */
export function useStableCallback<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  // Before layout effects: one that moves the focus calls handlers at once.
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
