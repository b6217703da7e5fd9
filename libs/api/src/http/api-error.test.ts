import { ApiError, errorOfResponse, networkError, toApiError } from './api-error';

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

beforeEach(() => jest.useFakeTimers({ now: Date.UTC(2026, 5, 1) }));
afterEach(() => jest.useRealTimers());

test.each([
  [400, 'Invalid request', 'BAD_REQUEST'],
  [401, 'Unauthorized', 'UNAUTHORIZED'],
  [403, 'Forbidden', 'FORBIDDEN'],
  [404, 'Resource not found', 'NOT_FOUND'],
  [429, 'Too many requests', 'RATE_LIMIT'],
  [500, 'Internal server error', 'SERVER_ERROR'],
  [418, 'An unexpected error occurred', 'UNKNOWN_ERROR'],
])('%i without a body uses the default message and code', (status, message, code) => {
  expect(errorOfResponse(answer(status), undefined)).toMatchObject({ message, code, status });
});

test('prefers the server’s message, code and context', () => {
  const body = {
    error: 'Limit reached',
    message: 'Limit reached',
    code: 'LIMIT_REACHED',
    details: [{ field: 'name', message: 'is taken' }],
    context: { limit: 10, used: 10, asked: 1 },
    request_id: 'r-1',
  };
  const error = errorOfResponse(answer(409, { 'retry-after': '3' }), body, { verb: 'create', what: 'task' });
  expect(error).toMatchObject({
    message: 'Limit reached',
    code: 'LIMIT_REACHED',
    context: { limit: 10 },
    requestId: 'r-1',
    failed: null,
    retryAfter: 3,
  });
  expect(error.of('name')).toBe('is taken');
  expect(error.retryAt).toBe(Date.now() + 3000);
});

test('uses `error` as the message when there is no other', () => {
  expect(errorOfResponse(answer(401), { error: 'Wrong password' }).message).toBe('Wrong password');
});

test('names the failed call when the response has no message', () => {
  const failed = { verb: 'fetch', what: 'tasks' } as const;
  expect(errorOfResponse(answer(502), '<html>', failed)).toMatchObject({
    message: 'An unexpected error occurred',
    code: 'UNKNOWN_ERROR',
    failed,
  });
  expect(errorOfResponse(answer(404), '<html>', failed)).toMatchObject({
    message: 'Resource not found',
    failed,
  });
});

test('converts any thrown value to an ApiError, once', () => {
  const network = networkError(new TypeError());
  expect(toApiError(network)).toBe(network);
  expect(toApiError(new Error('boom'))).toMatchObject({
    message: 'An unexpected error occurred',
    code: 'UNKNOWN_ERROR',
  });
  expect(toApiError(undefined)).toBeInstanceOf(ApiError);
});
