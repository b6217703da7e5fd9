import { QueryObserver } from '@tanstack/react-query';
import { ApiError } from '../http/api-error';
import { createQueryClient, mayRetry } from './query-client';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('drops a query when its view closes, and fetches again on entry', async () => {
  const client = createQueryClient();
  let reads = 0;
  const enter = () =>
    new QueryObserver(client, { queryKey: ['a view'], queryFn: () => Promise.resolve((reads += 1)) });
  const first = enter();
  const leave = first.subscribe(() => undefined);
  await client.query({ queryKey: ['a view'], queryFn: () => Promise.resolve(0), staleTime: Infinity });
  leave();
  await jest.advanceTimersByTimeAsync(0);
  expect(client.getQueryCache().getAll()).toEqual([]);
  const second = enter();
  const leaveAgain = second.subscribe(() => undefined);
  expect(second.getCurrentResult().data).toBeUndefined();
  await jest.advanceTimersByTimeAsync(0);
  expect(second.getCurrentResult().data).toBe(2);
  leaveAgain();
});

test('aborts the request of a closed view', async () => {
  const client = createQueryClient();
  let aborted = false;
  const observer = new QueryObserver(client, {
    queryKey: ['slow'],
    queryFn: ({ signal }) =>
      new Promise<never>((_done, fail) =>
        signal.addEventListener('abort', () => {
          aborted = true;
          fail(signal.reason as Error);
        }),
      ),
  });
  observer.subscribe(() => undefined)();
  await jest.advanceTimersByTimeAsync(0);
  expect(aborted).toBe(true);
});

test('retries a read after a network failure or a 5xx, never after a refusal', () => {
  const error = (status: number) => new ApiError('no', 'X', status);
  expect(mayRetry(0, error(503))).toBe(true);
  expect(mayRetry(0, error(0))).toBe(true);
  expect(mayRetry(0, error(403))).toBe(false);
  expect(mayRetry(2, error(503))).toBe(false);
  expect(mayRetry(0, new ApiError('no', 'UNAVAILABLE', 503, { retryAfter: 2 }))).toBe(false);
});
