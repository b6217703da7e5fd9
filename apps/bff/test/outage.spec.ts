import type { Config } from '../src/platform/config/config';
import { Listener } from '../src/platform/database/listener';
import { startApp, type TestApp } from './app';
import { admin, type Signed } from './factories';
import { type Cuttable, cuttable } from './proxy';
import { openStream } from './stream';
import { until } from './work';

let app: TestApp;
let way: Cuttable;
let signed: Signed;

beforeAll(async () => {
  app = await startApp({}, async (url) => (way = await cuttable(url)).url);
  signed = await admin(app);
});
afterAll(async () => {
  await app.close();
  await way.cut();
});

const me = () => app.http<{ code?: string }>('GET', '/api/me', { token: signed.token });

it('answers 503 while Postgres is away, logs nobody out, and recovers by itself', async () => {
  const stream = await openStream(app, signed.token);
  await stream.next(({ event }) => event === 'ready');
  expect((await me()).status).toBe(200);
  await way.cut();
  // The account was read less than a second ago: the first answers may still come from memory of who it is.
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
  expect(await app.http('GET', '/readyz')).toMatchObject({
    status: 503,
    body: { checks: { database: 'failed' } },
  });

  await way.open();
  expect((await me()).status).toBe(200);
  const refreshed = await app.http<{ token: string }>('POST', '/api/auth/refresh', {
    token: signed.refreshToken,
  });
  expect(refreshed.status).toBe(200);
  // The stream stayed open, and says that it may have missed something.
  await stream.next(({ event }) => event === 'resync');
  stream.close();
});

it('finds out that it hears nothing any more, and listens anew', async () => {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
  const opened = jest.fn();
  const its = await cuttable(app.databaseUrl);
  const listener = new Listener({ databaseUrl: its.url } as Config);
  listener.onReconnect(opened);
  await listener.onApplicationBootstrap();
  expect(opened).toHaveBeenCalledTimes(1);
  its.forget();
  // It tries the connection, waits for the answer and opens another one.
  await jest.advanceTimersByTimeAsync(11_000);
  jest.useRealTimers();
  await until(() => Promise.resolve(opened.mock.calls.length === 2), 'it listens again');
  await listener.onApplicationShutdown();
  await its.cut();
});
