import { useCallback, useLayoutEffect, useRef } from 'react';

/** A callback that stays the same and always calls the newest one, so that memoized rows stay memoized. */
export function useLatest<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
