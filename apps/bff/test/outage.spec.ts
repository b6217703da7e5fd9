import { Logger } from '@nestjs/common';
import type { Config } from '../src/platform/config/config';
import { Listener } from '../src/platform/database/listener';
import { startApp, type TestApp } from './app';
import { admin, type Signed } from './factories';
import { type DatabaseProxy, openProxy } from './proxy';
import { openStream } from './stream';
import { until } from './work';

let app: TestApp;
let way: DatabaseProxy;
let signed: Signed;

beforeAll(async () => {
  app = await startApp({}, async (url) => (way = await openProxy(url)).url);
  signed = await admin(app);
});
afterAll(async () => {
  await app.close();
  await way.cut();
});

const me = () => app.http<{ code?: string }>('GET', '/api/me', { token: signed.token });

it('returns 503 while Postgres is unreachable, ends no session, and recovers by itself', async () => {
  const stream = await openStream(app, signed.token);
  await stream.next(({ event }) => event === 'ready');
  expect((await me()).status).toBe(200);
  await way.cut();
  // The first responses may still use the cached account.
  for (const ask of [
    me,
    () => app.http<{ code?: string }>('POST', '/api/auth/refresh', { token: signed.refreshToken }),
    () =>
      app.http<{ code?: string }>('POST', '/api/auth/login', {
        body: { email: signed.email, password: 'whatever it is' },
      }),
    () => app.http<{ code?: string }>('GET', '/api/modules'),
  ]) {
    const { status, body, headers } = await ask();
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await app.http('GET', '/healthz')).status).toBe(200);
  const readiness = await app.http<{ advice: object }>('GET', '/readyz');
  expect(readiness).toMatchObject({
    status: 503,
    body: { checks: { database: 'failed', notifications: 'failed' } },
  });
  // Checks that fail only because of the database advise nothing: their advice would mislead.
  expect(readiness.body.advice).toEqual({
    database: 'The database does not answer: is PostgreSQL up, and is DATABASE_URL right?',
  });

  await way.open();
  expect((await me()).status).toBe(200);
  const refreshed = await app.http<{ token: string }>('POST', '/api/auth/refresh', {
    token: signed.refreshToken,
  });
  expect(refreshed.status).toBe(200);
  // The stream stays open and sends a resync, since it may have missed changes.
  await stream.next(({ event }) => event === 'resync');
  stream.close();
});

it('detects a dead listening connection and opens another one', async () => {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
  const opened = jest.fn();
  const its = await openProxy(app.databaseUrl);
  const listener = new Listener({ databaseUrl: its.url } as Config);
  listener.onReconnect(opened);
  await listener.onApplicationBootstrap();
  expect(opened).toHaveBeenCalledTimes(1);
  its.forget();
  // It checks the connection, waits for the response and opens another one.
  await jest.advanceTimersByTimeAsync(11_000);
  jest.useRealTimers();
  await until(() => Promise.resolve(opened.mock.calls.length === 2), 'it listens again');
  await listener.onApplicationShutdown();
  await its.cut();
});

it('says once that the listening connection is lost, and once that it works again', async () => {
  const its = await openProxy(app.databaseUrl);
  const listener = new Listener({ databaseUrl: its.url } as Config);
  const [warned, logged, lost, opened] = [
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(),
    jest.spyOn(Logger.prototype, 'log').mockImplementation(),
    jest.fn(),
    jest.fn(),
  ];
  listener.onLoss(lost);
  listener.onReconnect(opened);
  await listener.onApplicationBootstrap();
  await its.cut();
  await until(() => Promise.resolve(lost.mock.calls.length >= 4), 'it has tried several times');
  await its.open();
  await until(() => Promise.resolve(opened.mock.calls.length === 2), 'it listens again');
  const linesOf = (spy: jest.SpyInstance) =>
    spy.mock.calls
      .map(([line]) => String(line))
      .filter((line) => line.startsWith('The listening connection'));
  expect(linesOf(warned)).toHaveLength(1);
  expect(linesOf(logged)).toHaveLength(1);
  expect(linesOf(logged)[0]).toMatch(/^The listening connection works again after \d+ s$/);
  jest.restoreAllMocks();
  await listener.onApplicationShutdown();
  await its.cut();
});
