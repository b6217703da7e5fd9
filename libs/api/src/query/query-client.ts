import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/api-error';
import { isTimeout } from '../http/quiet';

const mostRetries = 2;

/**
 * Reads are tried again when the server may answer the next time: no answer, 5xx; never a refusal. One that timed out
 * is tried until it succeeds, since nothing is shown of it.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (isTimeout(error)) return true;
  if (failures >= mostRetries || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}

/** Milliseconds before the next try: what the server asks for, else 1 s, 2 s. */
export const retryDelay = (failures: number, error: unknown): number =>
  error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 1000 * 2 ** failures;

/**
 * The console's query client: nothing is kept once its view is left, everything is fetched again on entry.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { gcTime: 0, staleTime: 0, retry: mayRetry, retryDelay, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
