import { useDeferredValue } from 'react';

/**
 * The record that a drawer draws: an answer is drawn at once, which can't be interrupted, and a deferred one comes in steps.
 * Undefined until the one with this `id` is read.
 */
export function useDeferredRecord<R extends { id: number }>(
  record: R | undefined,
  id: number,
): R | undefined {
  const deferred = useDeferredValue(record);
  return deferred?.id === id ? deferred : undefined;
}
