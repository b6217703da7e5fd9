const isNamed = (error: unknown, name: string): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === name;

/** Whether a request exceeded its time limit. Timeouts are logged and retried, not shown. */
export const isTimeout = (error: unknown): boolean => isNamed(error, 'TimeoutError');

/** Whether a request was cancelled by the page or exceeded its time limit: neither is shown as an error. */
export const isAbortOrTimeout = (error: unknown): boolean => isTimeout(error) || isNamed(error, 'AbortError');
