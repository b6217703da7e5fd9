import { startApp, type TestApp } from './app';
import { realm, signIn, user } from './factories';
import { openStream } from './stream';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ STREAMS_PER_SESSION: '2', STREAMS_PER_USER: '3' });
});
afterAll(() => app.close());

const rejected = (token: string) =>
  app.http<{ code: string; message: string }>('GET', '/api/stream', { token });

it('are limited per session and per user, with 429 beyond', async () => {
  const first = await user(app, 'realm_owner', await realm(app));
  const streams = [await openStream(app, first.token), await openStream(app, first.token)];
  const ofSession = await rejected(first.token);
  expect([ofSession.status, ofSession.body.code]).toEqual([429, 'RATE_LIMIT']);
  expect(ofSession.body.message).toBe('2 live streams are already open. Close some first.');
  expect(Number(ofSession.headers.get('retry-after'))).toBeGreaterThan(0);

  const second = await signIn(app, first.email);
  streams.push(await openStream(app, second.token));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await rejected(second.token)).body.message).toMatch(/^3 live streams/);

  const other = await user(app, 'realm_owner', await realm(app));
  streams.push(await openStream(app, other.token));
  expect(streams.at(-1)?.status).toBe(200);

  streams[0]?.close();
  let again = await openStream(app, first.token);
  while (again.status === 429) again = await openStream(app, first.token);
  expect(again.status).toBe(200);
  for (const stream of [...streams, again]) stream.close();
});
