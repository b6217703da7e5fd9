import { useDeferredValue } from 'react';

/**
 * Defers rendering of a drawer's record, so that a response doesn't block input. Undefined until the record with this `id`
 * is loaded.
 */
export function useDeferredRecord<R extends { id: number }>(
  record: R | undefined,
  id: number,
): R | undefined {
  const deferred = useDeferredValue(record);
  return deferred?.id === id ? deferred : undefined;
}
