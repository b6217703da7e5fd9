import { QueryClient } from '@tanstack/react-query';
import { isTimeout } from '../http/abort-or-timeout';
import { ApiError } from '../http/api-error';

const maxRetries = 2;

/**
 * Whether a failed read is retried: after a network failure or a 5xx without `Retry-After`, never after a refusal. A timeout is retried until
 * the read succeeds, since timeouts aren't shown.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (isTimeout(error)) return true;
  if (failures >= maxRetries || !(error instanceof ApiError)) return false;
  // `apiFetch` has already repeated it, or the user has cancelled that.
  if (error.retryAfter !== null) return false;
  return error.status === 0 || error.status >= 500;
}

/** Milliseconds before a retry: 1 s, then 2 s. */
const retryDelay = (failures: number): number => 1000 * 2 ** failures;

/**
 * The console's query client. A query is dropped when its view closes and fetched again when it opens.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { gcTime: 0, staleTime: 0, retry: mayRetry, retryDelay, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
