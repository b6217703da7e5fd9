import { notifyManager } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';

/** Of one query or of several, as the library has them. */
interface Observer<Result> {
  subscribe: (told: (result: Result) => void) => () => void;
  getCurrentResult: () => Result;
}

/**
 * The latest result of `observer`, which the caller keeps. Each is drawn as a transition: in steps, between which the page
 * answers its reader. The library's own hooks draw at once, and all of a page in one task.
 */
export function useObserved<Result extends object>(observer: Observer<Result>): Result {
  const [result, setResult] = useState(() => observer.getCurrentResult());
  useEffect(
    () =>
      observer.subscribe(notifyManager.batchCalls((told: Result) => startTransition(() => setResult(told)))),
    [observer],
  );
  return result;
}
