import { notifyManager } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';

/** Of one query, as the library has them. */
interface Observer<Result> {
  subscribe: (told: (result: Result) => void) => () => void;
  getCurrentResult: () => Result;
}

/**
 * The latest result of `observer`, which the caller keeps. The first answer is drawn at once, what comes after it as
 * transitions: in steps, between which the page answers its reader. The library's own hooks draw at once, and all of a page
 * in one task.
 */
export function useObserved<Result extends { data: unknown }>(observer: Observer<Result>): Result {
  const [result, setResult] = useState(() => observer.getCurrentResult());
  useEffect(() => {
    let hasAnswer = false;
    const draw = (told: Result): void => {
      if (hasAnswer) startTransition(() => setResult(told));
      else setResult(told);
      hasAnswer ||= told.data !== undefined;
    };
    return observer.subscribe(notifyManager.batchCalls(draw));
  }, [observer]);
  return result;
}
