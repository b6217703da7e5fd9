import { act, renderHook } from '@testing-library/react';
import { bearerOf, FakeServer, json, session, userResponse } from '../../test/server';
import { getSession, setSession } from '../session/session-store';
import { apiFetch } from './api-fetch';
import { cancelRequestWaits, useRequestWait } from './request-waits';

let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
  server = new FakeServer();
  server.install();
  setSession(session());
});
afterEach(() => {
  act(() => cancelRequestWaits());
  jest.useRealTimers();
});

const busy = (status = 429, after = '5') =>
  json(status, { message: 'Too many requests', code: 'RATE_LIMIT' }, { 'Retry-After': after });
/** Responds with these in turn, then with 201. */
const respondWith = (...responses: Response[]) =>
  server.on('/api/jobs', () => responses.shift() ?? json(201, { id: 41 }));
const launch = () => apiFetch('/api/jobs', { method: 'POST', body: '{"template_id":5}' });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const sent = () => server.to('/api/jobs');

test.each([429, 503])(
  'repeats a POST after the Retry-After of a %i, with its key and body',
  async (status) => {
    respondWith(busy(status), busy(status));
    const launched = launch();
    const wait = renderHook(useRequestWait).result;
    await pass(4_999);
    expect(sent()).toHaveLength(1);
    expect(wait.current).toEqual({ status, retryAt: Date.now() + 1 });
    await pass(1);
    await pass(5_000);
    expect((await launched).status).toBe(201);
    expect(wait.current).toBeNull();
    expect(sent()).toHaveLength(3);
    expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(await Promise.all(sent().map((request) => request.json()))).toEqual(
      Array.from({ length: 3 }, () => ({ template_id: 5 })),
    );
  },
);

test('repeats a POST whose session could not be refreshed yet', async () => {
  const refreshes = [busy(503), json(200, { token: 'new', refreshToken: 'refresh-2', user: userResponse })];
  server.on('/api/auth/refresh', () => refreshes.shift()!);
  server.on('/api/jobs', (request) =>
    bearerOf(request) === 'Bearer new' ? json(201, {}) : json(401, { code: 'UNAUTHORIZED' }),
  );
  const launched = launch();
  await pass(5_000);
  expect((await launched).status).toBe(201);
});

test('repeats a POST that is still running on the server', async () => {
  respondWith(busy(503, '2'), json(409, { code: 'CONFLICT' }, { 'Retry-After': '1' }));
  const launched = launch();
  await pass(3_000);
  expect((await launched).status).toBe(201);
});

test('repeats a read twice, then returns the response', async () => {
  server.on('/api/tasks', () => busy());
  const read = apiFetch('/api/tasks');
  await pass(10_000);
  expect((await read).status).toBe(429);
  expect(server.to('/api/tasks')).toHaveLength(3);
});

test('names a waiting change before a waiting read', async () => {
  server.on('/api/tasks', () => busy(503, '9'));
  respondWith(busy(429, '5'));
  void apiFetch('/api/tasks');
  await pass(0);
  void launch();
  const wait = renderHook(useRequestWait).result;
  await pass(0);
  expect(wait.current).toMatchObject({ status: 429 });
});

test('returns the response of a wait that the user cancels', async () => {
  respondWith(busy());
  const launched = launch();
  await pass(1_000);
  cancelRequestWaits();
  expect((await launched).status).toBe(429);
  await pass(60_000);
  expect(sent()).toHaveLength(1);
});

test('ends the wait of a request that its page cancels', async () => {
  const page = new AbortController();
  respondWith(busy());
  const read = apiFetch('/api/jobs', { signal: page.signal }).catch((error: unknown) => error);
  await pass(1_000);
  page.abort();
  expect(await read).toMatchObject({ name: 'AbortError' });
  expect(renderHook(useRequestWait).result.current).toBeNull();
});

test('never repeats a request of one user as another, nor after a sign-out', async () => {
  respondWith(busy(), busy());
  const [first, second] = [launch(), launch()];
  await pass(1_000);
  setSession({ ...session('new', 'refresh-2'), user: { ...session().user, id: 8 } });
  await pass(4_000);
  expect((await first).status).toBe(429);
  expect((await second).status).toBe(429);
  expect(sent()).toHaveLength(2);
});

test.each([
  ['a wait of more than a minute', () => apiFetch('/api/jobs', { method: 'POST' }), '900'],
  ['a sign-in', () => apiFetch('/api/auth/login', { method: 'POST' }), '5'],
  ['the live stream', () => apiFetch('/api/stream', { headers: { Accept: 'text/event-stream' } }), '5'],
  ['a report that outlives its page', () => apiFetch('/api/jobs', { method: 'POST', keepalive: true }), '5'],
])('leaves %s to its caller', async (_name, call, after) => {
  for (const path of ['/api/jobs', '/api/auth/login', '/api/stream']) server.on(path, () => busy(429, after));
  expect((await call()).status).toBe(429);
  expect(getSession()).not.toBeNull();
});
