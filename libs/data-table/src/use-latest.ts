import { useCallback, useInsertionEffect, useRef } from 'react';

/** A callback that stays the same and always calls the newest one, so that memoized rows stay memoized. */
export function useLatest<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  // Ahead of layout effects: one that moves the focus has handlers called already.
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
