import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bearerOf, FakeServer, json, session, userAnswer } from '../../test/server';
import { fakeTimeoutSignals } from '../testing/fake-timeout-signals';
import { apiFetch } from './api-fetch';
import { askForRecentSignIn } from '../session/recent-sign-in';
import { getSession, setSession } from '../session/session-store';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
  server.install();
});

const refreshed = { token: 'new', refreshToken: 'refresh-2', user: userAnswer };
/** Accepts the new token alone. */
const onlyNew = (request: Request) =>
  bearerOf(request) === 'Bearer new'
    ? json(200, [])
    : json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' });

test('every call carries the bearer', async () => {
  setSession(session('access'));
  server.on('/api/tasks', () => json(200, []));
  await apiFetch('/api/tasks');
  expect(bearerOf(server.to('/api/tasks')[0]!)).toBe('Bearer access');
});

test('a call that succeeds is cloned once', async () => {
  setSession(session());
  server.on('/api/tasks', () => json(200, []));
  const clone = jest.spyOn(Request.prototype, 'clone');
  await apiFetch('/api/tasks', { method: 'POST', body: '{}' });
  expect(clone).toHaveBeenCalledTimes(1);
  clone.mockRestore();
});

test('a 401 leads to one refresh and a retry, with everyone waiting for the same refresh', async () => {
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

test('the retried request repeats its body', async () => {
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

test('a token that another tab refreshed meanwhile is used without another refresh', async () => {
  setSession(session());
  server.on('/api/tasks', (request) => {
    if (bearerOf(request) === 'Bearer old') setSession(session('new', 'refresh-2'));
    return onlyNew(request);
  });
  expect((await apiFetch('/api/tasks')).status).toBe(200);
  expect(server.to('/api/auth/refresh')).toHaveLength(0);
});

test('a refused refresh clears the session', async () => {
  setSession(session());
  server.on('/api/tasks', onlyNew).on('/api/auth/refresh', () => json(401, { code: 'UNAUTHORIZED' }));
  expect((await apiFetch('/api/tasks')).status).toBe(401);
  expect(getSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test.each([
  ['a server error', () => json(503, { message: 'Back in a moment', code: 'UNAVAILABLE' })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s during a refresh logs nobody out', async (_name, refreshAnswer) => {
  setSession(session());
  server.on('/api/tasks', onlyNew).on('/api/auth/refresh', refreshAnswer);
  await apiFetch('/api/tasks').catch(() => undefined);
  expect(getSession()?.refreshToken).toBe('refresh-1');
});

test.each([
  ['a server error', () => json(500, {})],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s logs nobody out while a refresh token is stored', async (_name, answer) => {
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

test('a request that the client aborted clears nothing', async () => {
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

test('reports a missing network with the catalogue’s message', async () => {
  server.on('/api/tasks', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(apiFetch('/api/tasks')).rejects.toMatchObject({
    message: 'Network error. Please check your connection.',
    code: 'NETWORK_ERROR',
  });
});

test('a wrong password is an answer, not a reason to refresh', async () => {
  setSession(session());
  server.on('/api/auth/login', () => json(401, { message: 'E-mail or password is wrong' }));
  expect((await apiFetch('/api/auth/login', { method: 'POST', body: '{}' })).status).toBe(401);
  expect(server.to('/api/auth/refresh')).toHaveLength(0);
  expect(bearerOf(server.requests[0]!)).toBeNull();
});

test('a request of one user is never repeated as another', async () => {
  setSession(session());
  server.on('/api/tasks', () => {
    setSession({ ...session('new', 'refresh-2'), user: { ...session().user, id: 8 } });
    return json(401, {});
  });
  expect((await apiFetch('/api/tasks')).status).toBe(401);
  expect(server.to('/api/tasks')).toHaveLength(1);
});

test('a sign-out while a refresh is under way stays a sign-out', async () => {
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

  test('asks the user once for all waiting calls, and is repeated with its body without a refresh', async () => {
    setSession(session());
    let proved = false;
    const bodies: unknown[] = [];
    server.on('/api/users', async (request) => {
      bodies.push(await request.json());
      return proved ? json(201, {}) : required();
    });
    const ask = jest.fn(() => Promise.resolve((proved = true)));
    const stop = askForRecentSignIn(ask);
    const post = () => apiFetch('/api/users', { method: 'POST', body: '{"name":"Ann"}' });
    const answers = await Promise.all([post(), post()]);
    stop();
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(ask.mock.calls).toEqual([[{ secondFactor: true }]]);
    expect(bodies).toEqual([{ name: 'Ann' }, { name: 'Ann' }, { name: 'Ann' }, { name: 'Ann' }]);
    expect(server.to('/api/auth/refresh')).toHaveLength(0);
  });

  test('is aborted when they cancel, and signs nobody out', async () => {
    setSession(session());
    server.on('/api/users', required);
    const stop = askForRecentSignIn(() => Promise.resolve(false));
    await expect(apiFetch('/api/users', { method: 'POST' })).rejects.toMatchObject({ name: 'AbortError' });
    stop();
    expect(getSession()).not.toBeNull();
  });

  test('is sent three times when the token has expired as well: refresh, then the sign-in', async () => {
    setSession(session());
    let proved = false;
    server.on('/api/users', (request) =>
      proved ? json(201, {}) : bearerOf(request) === 'Bearer new' ? required() : json(401, {}),
    );
    server.on('/api/auth/refresh', () => json(200, refreshed));
    const stop = askForRecentSignIn(() => Promise.resolve((proved = true)));
    expect((await apiFetch('/api/users', { method: 'POST', body: '{}' })).status).toBe(201);
    stop();
    expect(server.to('/api/users')).toHaveLength(3);
    expect(server.to('/api/auth/refresh')).toHaveLength(1);
  });

  test('returns the 401 where nobody can ask', async () => {
    setSession(session());
    server.on('/api/users', required);
    expect((await apiFetch('/api/users', { method: 'POST' })).status).toBe(401);
    expect(getSession()).not.toBeNull();
  });
});

test('a failed refresh without a message gets one', async () => {
  setSession(session());
  server.on('/api/tasks', () => json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }));
  server.on('/api/auth/refresh', () => new Response('<html>', { status: 502 }));
  const answer = await apiFetch('/api/tasks');
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ message: 'Token refresh failed' });
});

test('a session without a refresh token ends, and says that none is there', async () => {
  setSession({ ...session(), refreshToken: null });
  server.on('/api/tasks', () => json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }));
  const answer = await apiFetch('/api/tasks');
  expect(await answer.json()).toMatchObject({ message: 'No refresh token available' });
  expect(getSession()).toBeNull();
});

describe('the list of jobs', () => {
  const never = (request: Request) =>
    new Promise<Response>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason)),
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

  test('times out after 30 seconds wherever it is read, which is logged', async () => {
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

  test('is cancelled by its caller', async () => {
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
