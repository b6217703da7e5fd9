const isNamed = (error: unknown, name: string): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === name;

/** Whether a request ran into its time limit: logged and sent again, not shown. */
export const isTimeout = (error: unknown): boolean => isNamed(error, 'TimeoutError');

/** Whether an error isn't to be shown: a request that this page cancelled or that ran into its time limit. */
export const isQuiet = (error: unknown): boolean => isTimeout(error) || isNamed(error, 'AbortError');
