import { QueryClient } from '@tanstack/react-query';
import { isTimeout } from '../http/abort-or-timeout';
import { ApiError } from '../http/api-error';

const maxRetries = 2;

/**
 * Whether a failed read is retried: after a network failure or a 5xx, never after a refusal. A timeout is retried until
 * the read succeeds, since timeouts aren't shown.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (isTimeout(error)) return true;
  if (failures >= maxRetries || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}

/** Milliseconds before a retry: the server's `Retry-After`, else 1 s, then 2 s. */
const retryDelay = (failures: number, error: unknown): number =>
  error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 1000 * 2 ** failures;

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
