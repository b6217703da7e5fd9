import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bearerOf, FakeServer, json, session, userResponse } from '../../test/server';
import { registerSignInPrompt } from '../session/recent-sign-in';
import { enterRehearsal } from '../session/rehearsal';
import { getSession, setSession } from '../session/session-store';
import { fakeTimeoutSignals } from '../testing/fake-timeout-signals';
import { apiFetch } from './api-fetch';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
  server.install();
});

const refreshed = { token: 'new', refreshToken: 'refresh-2', user: userResponse };
/** Accepts the new token alone. */
const onlyNew = (request: Request) =>
  bearerOf(request) === 'Bearer new'
    ? json(200, [])
    : json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' });

test('attaches the bearer token to every call', async () => {
  setSession(session('access'));
  server.on('/api/tasks', () => json(200, []));
  await apiFetch('/api/tasks');
  expect(bearerOf(server.to('/api/tasks')[0]!)).toBe('Bearer access');
});

test('names the rehearsal that the page has entered', async () => {
  setSession(session('access'));
  server.on('/api/tasks', () => json(200, []));
  await apiFetch('/api/tasks');
  enterRehearsal(5);
  await apiFetch('/api/tasks');
  enterRehearsal(null);
  expect(server.to('/api/tasks').map(({ headers }) => headers.get('x-rehearsal'))).toEqual([null, '5']);
});

test('clones a successful call once', async () => {
  setSession(session());
  server.on('/api/tasks', () => json(200, []));
  const clone = jest.spyOn(Request.prototype, 'clone');
  await apiFetch('/api/tasks', { method: 'POST', body: '{}' });
  expect(clone).toHaveBeenCalledTimes(1);
  clone.mockRestore();
});

test('refreshes once for all calls that got a 401, then retries them', async () => {
  setSession(session());
  server.on('/api/tasks', onlyNew).on('/api/jobs', onlyNew);
  server.on('/api/auth/refresh', () => json(200, refreshed));
  const answers = await Promise.all([apiFetch('/api/tasks'), apiFetch('/api/jobs'), apiFetch('/api/tasks')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(server.to('/api/auth/refresh')).toHaveLength(1);
  expect(bearerOf(server.to('/api/auth/refresh')[0]!)).toBe('Bearer refresh-1');
  expect(getSession()).toMatchObject({
    token: 'new',
    refreshToken: 'refresh-2',
    user: { name: 'Ida Quill' },
  });
});

test('repeats the body in a retry', async () => {
  setSession(session());
  const bodies: unknown[] = [];
  server.on('/api/tasks', async (request) => {
    bodies.push(await request.json());
    return onlyNew(request);
  });
  server.on('/api/auth/refresh', () => json(200, refreshed));
  await apiFetch('/api/tasks', { method: 'POST', body: '{"name":"HC north 01"}' });
  expect(bodies).toEqual([{ name: 'HC north 01' }, { name: 'HC north 01' }]);
});

describe('the Idempotency-Key of a POST', () => {
  const keyOf = (request: Request | undefined) => request?.headers.get('idempotency-key') ?? null;

  test('is the same in a retry and new in the next call', async () => {
    setSession(session());
    server.on('/api/tasks', onlyNew).on('/api/auth/refresh', () => json(200, refreshed));
    await apiFetch('/api/tasks', { method: 'POST', body: '{}' });
    await apiFetch('/api/tasks', { method: 'POST', body: '{}' });
    const [first, retry, next] = server.to('/api/tasks').map(keyOf);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(retry).toBe(first);
    expect(next).not.toBe(first);
  });

  test('stays as the caller gave it', async () => {
    setSession(session());
    await apiFetch('/api/tasks', { method: 'POST', headers: { 'Idempotency-Key': 'k-1' } });
    expect(keyOf(server.to('/api/tasks')[0])).toBe('k-1');
  });

  test.each([
    ['GET', '/api/tasks'],
    ['PATCH', '/api/tasks'],
    ['POST', '/api/auth/login'],
    ['POST', '/api/jobs/preview'],
    ['POST', '/api/sites/1/logins/import?dry_run=true'],
  ])('is left out of %s %s', async (method, path) => {
    setSession(session());
    await apiFetch(path, { method });
    expect(keyOf(server.requests[0])).toBeNull();
  });
});

describe('a token that expires', () => {
  const start = Date.parse('2026-11-28T09:00:00.000Z');
  let now = start;
  beforeEach(() => {
    now = start;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  /** An access token like the server's, which lives for ten minutes. */
  const token = (() => {
    const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('/', '_');
    return `${part({ alg: 'HS256' })}.${part({ exp: start / 1000 + 600 })}.signature`;
  })();

  test('is renewed shortly before, once for all calls, so that none gets a 401', async () => {
    setSession(session(token));
    server.on('/api/tasks', () => json(200, []));
    server.on('/api/auth/refresh', () => json(200, refreshed));
    now = start + 569_000;
    await apiFetch('/api/tasks');
    expect(server.to('/api/auth/refresh')).toHaveLength(0);
    now = start + 571_000;
    await Promise.all([apiFetch('/api/tasks'), apiFetch('/api/tasks', { method: 'POST', body: '{}' })]);
    expect(server.to('/api/auth/refresh').map(bearerOf)).toEqual(['Bearer refresh-1']);
    expect(server.to('/api/tasks').map(bearerOf)).toEqual([`Bearer ${token}`, 'Bearer new', 'Bearer new']);
    expect(getSession()).toMatchObject({ token: 'new', refreshToken: 'refresh-2' });
  });

  test('is used as it is when another tab has renewed it, or it can’t be renewed', async () => {
    setSession(session(token));
    server.on('/api/tasks', () => json(200, []));
    server.on('/api/auth/refresh', () => json(503, { message: 'Busy', code: 'UNAVAILABLE' }));
    now = start + 590_000;
    expect((await apiFetch('/api/tasks')).status).toBe(200);
    expect(server.to('/api/tasks').map(bearerOf)).toEqual([`Bearer ${token}`]);
    setSession(session('other', 'refresh-2'));
    await apiFetch('/api/tasks');
    expect(bearerOf(server.to('/api/tasks')[1]!)).toBe('Bearer other');
    expect(server.to('/api/auth/refresh')).toHaveLength(1);
  });

  test('isn’t renewed without a refresh token', async () => {
    setSession(session(token, null));
    server.on('/api/tasks', () => json(200, []));
    now = start + 590_000;
    await apiFetch('/api/tasks');
    expect(server.to('/api/auth/refresh')).toHaveLength(0);
  });
});

test('uses a token that another tab has refreshed, without another refresh', async () => {
  setSession(session());
  server.on('/api/tasks', (request) => {
    if (bearerOf(request) === 'Bearer old') setSession(session('new', 'refresh-2'));
    return onlyNew(request);
  });
  expect((await apiFetch('/api/tasks')).status).toBe(200);
  expect(server.to('/api/auth/refresh')).toHaveLength(0);
});

test('clears the session when the refresh is refused', async () => {
  setSession(session());
  server.on('/api/tasks', onlyNew).on('/api/auth/refresh', () => json(401, { code: 'UNAUTHORIZED' }));
  expect((await apiFetch('/api/tasks')).status).toBe(401);
  expect(getSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test.each([
  ['a server error', () => json(503, { message: 'Back in a moment', code: 'UNAVAILABLE' })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s during a refresh keeps the session', async (_name, refreshAnswer) => {
  setSession(session());
  server.on('/api/tasks', onlyNew).on('/api/auth/refresh', refreshAnswer);
  await apiFetch('/api/tasks').catch(() => undefined);
  expect(getSession()?.refreshToken).toBe('refresh-1');
});

test.each([
  ['a server error', () => json(500, {})],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s keeps the session while a refresh token is stored', async (_name, answer) => {
  setSession(session());
  server.on('/api/tasks', answer);
  await apiFetch('/api/tasks').catch(() => undefined);
  expect(getSession()).not.toBeNull();
});

test.each([
  ['a refusal', () => json(403, {})],
  ['a server error', () => json(500, {})],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('without a stored refresh token %s clears the session', async (_name, answer) => {
  setSession(session('access', null));
  server.on('/api/tasks', answer);
  await apiFetch('/api/tasks').catch(() => undefined);
  expect(getSession()).toBeNull();
});

test('keeps the session when the client aborts a request', async () => {
  setSession(session('access', null));
  const abort = new AbortController();
  server.on('/api/tasks', (request) => {
    abort.abort();
    request.signal.throwIfAborted();
    return json(200, []);
  });
  await expect(apiFetch('/api/tasks', { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(getSession()).not.toBeNull();
});

test('reports a network failure with the default message', async () => {
  server.on('/api/tasks', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(apiFetch('/api/tasks')).rejects.toMatchObject({
    message: 'Network error. Please check your connection.',
    code: 'NETWORK_ERROR',
  });
});

test('returns the 401 of a wrong password without a refresh', async () => {
  setSession(session());
  server.on('/api/auth/login', () => json(401, { message: 'E-mail or password is wrong' }));
  expect((await apiFetch('/api/auth/login', { method: 'POST', body: '{}' })).status).toBe(401);
  expect(server.to('/api/auth/refresh')).toHaveLength(0);
  expect(bearerOf(server.requests[0]!)).toBeNull();
});

test('never retries a request of one user as another', async () => {
  setSession(session());
  server.on('/api/tasks', () => {
    setSession({ ...session('new', 'refresh-2'), user: { ...session().user, id: 8 } });
    return json(401, {});
  });
  expect((await apiFetch('/api/tasks')).status).toBe(401);
  expect(server.to('/api/tasks')).toHaveLength(1);
});

test('stays signed out after a sign-out during a refresh', async () => {
  setSession(session());
  server.on('/api/tasks', onlyNew).on('/api/auth/refresh', () => {
    localStorage.clear();
    return json(200, refreshed);
  });
  await apiFetch('/api/tasks');
  expect(getSession()).toBeNull();
});

describe('a call that needs a recent sign-in', () => {
  const required = () => json(401, { code: 'REAUTH_REQUIRED', context: { second_factor: true } });

  test('prompts the user once for all waiting calls, and retries with the body, without a refresh', async () => {
    setSession(session());
    let proved = false;
    const bodies: unknown[] = [];
    server.on('/api/users', async (request) => {
      bodies.push(await request.json());
      return proved ? json(201, {}) : required();
    });
    const ask = jest.fn(() => Promise.resolve((proved = true)));
    const stop = registerSignInPrompt(ask);
    const post = () => apiFetch('/api/users', { method: 'POST', body: '{"name":"Ann"}' });
    const answers = await Promise.all([post(), post()]);
    stop();
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(ask.mock.calls).toEqual([[{ secondFactor: true, passkey: false, provider: null }]]);
    expect(bodies).toEqual([{ name: 'Ann' }, { name: 'Ann' }, { name: 'Ann' }, { name: 'Ann' }]);
    expect(server.to('/api/auth/refresh')).toHaveLength(0);
  });

  test('is aborted when the user cancels, and keeps the session', async () => {
    setSession(session());
    server.on('/api/users', required);
    const stop = registerSignInPrompt(() => Promise.resolve(false));
    await expect(apiFetch('/api/users', { method: 'POST' })).rejects.toMatchObject({ name: 'AbortError' });
    stop();
    expect(getSession()).not.toBeNull();
  });

  test('is sent three times when the token has expired as well: a refresh, then the prompt', async () => {
    setSession(session());
    let proved = false;
    server.on('/api/users', (request) =>
      proved ? json(201, {}) : bearerOf(request) === 'Bearer new' ? required() : json(401, {}),
    );
    server.on('/api/auth/refresh', () => json(200, refreshed));
    const stop = registerSignInPrompt(() => Promise.resolve((proved = true)));
    expect((await apiFetch('/api/users', { method: 'POST', body: '{}' })).status).toBe(201);
    stop();
    expect(server.to('/api/users')).toHaveLength(3);
    expect(server.to('/api/auth/refresh')).toHaveLength(1);
  });

  test('returns the 401 when no prompt is registered', async () => {
    setSession(session());
    server.on('/api/users', required);
    expect((await apiFetch('/api/users', { method: 'POST' })).status).toBe(401);
    expect(getSession()).not.toBeNull();
  });
});

test('adds a message to a failed refresh without one', async () => {
  setSession(session());
  server.on('/api/tasks', () => json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }));
  server.on('/api/auth/refresh', () => new Response('<html>', { status: 502 }));
  const answer = await apiFetch('/api/tasks');
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ message: 'Token refresh failed' });
});

test('ends a session without a refresh token, with a message', async () => {
  setSession({ ...session(), refreshToken: null });
  server.on('/api/tasks', () => json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }));
  const answer = await apiFetch('/api/tasks');
  expect(await answer.json()).toMatchObject({ message: 'No refresh token available' });
  expect(getSession()).toBeNull();
});

describe('the list of jobs', () => {
  const never = (request: Request) =>
    new Promise<Response>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason as DOMException)),
    );
  const message = 'Fetching jobs timed out after 30 seconds.';
  let warned: jest.SpyInstance;
  beforeEach(() => {
    jest.useFakeTimers();
    fakeTimeoutSignals();
    warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    setSession(session());
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('times out after 30 seconds, with a log entry', async () => {
    server.on('/api/jobs', never);
    const read = apiFetch('/api/jobs?page=1&page_size=6').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(29_999);
    expect(warned).not.toHaveBeenCalled();
    collectGarbage();
    await jest.advanceTimersByTimeAsync(1);
    expect(await read).toMatchObject({ name: 'TimeoutError', message });
    expect(warned).toHaveBeenCalledWith(expect.objectContaining({ message }));
    expect(getSession()).not.toBeNull();
  });

  test('can be cancelled by its caller', async () => {
    server.on('/api/jobs', never);
    const page = new AbortController();
    const read = apiFetch('/api/jobs', { signal: page.signal }).catch((error: unknown) => error);
    page.abort();
    expect(await read).toMatchObject({ name: 'AbortError' });
    expect(warned).not.toHaveBeenCalled();
  });

  test('has no limit for one job', async () => {
    server.on('/api/jobs/5', never);
    const settled = jest.fn();
    void apiFetch('/api/jobs/5').then(settled, settled);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(settled).not.toHaveBeenCalled();
  });
});
