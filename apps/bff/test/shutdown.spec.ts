import { connect } from 'node:net';
import { Drain } from '../src/platform/health/drain';
import { startApp, type TestApp } from './app';
import { admin, workerToken } from './factories';
import { openProxy } from './proxy';
import { openStream } from './stream';

// Each of these would take a connection's idle time (72 s), longer than a test may, if shutdown waited for it.
let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});

it('waits for no idle, silent or streaming connection', async () => {
  const { token } = await admin(app);
  const silent = connect(Number(new URL(app.url).port), '127.0.0.1');
  const silentEnd = new Promise((resolve) => silent.on('close', resolve).on('error', () => undefined));
  const stream = await openStream(app, token);
  await stream.next(({ event }) => event === 'ready');
  await app.close();
  await Promise.all([silentEnd, stream.ended]);
});

it('ends a long poll at once and closes its connection', async () => {
  const token = await workerToken(app);
  const body = { worker: 'harbour-1', capacity: 1, wait_s: 20 };
  const poll = app.http<{ leases: unknown[] }>('POST', '/api/worker/v1/lease', { token, body });
  await waitFor(async () => (await app.db.query('SELECT FROM workers')).rowCount === 1);
  await app.close();
  expect(await poll).toMatchObject({ status: 200, body: { leases: [] } });
});

it('lets a request in flight finish', async () => {
  const { token, id } = await admin(app);
  const blocker = await app.db.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
  const change = app.http<{ name: string }>('PATCH', '/api/me', { token, body: { name: 'Finished' } });
  await waitFor(
    async () =>
      (await blocker.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rowCount !== 0,
  );
  const closed = app.nest.close();
  // Shutdown has started: new connections are rejected.
  await waitFor(() => fetch(`${app.url}/healthz`, { headers: { connection: 'close' } }).then(() => false, () => true)); // prettier-ignore
  await blocker.query('COMMIT');
  blocker.release();
  expect(await change).toMatchObject({ status: 200, body: { name: 'Finished' } });
  await closed;
  await app.close();
});

it('serves while it drains, reports not ready and keeps no connection', async () => {
  await app.close();
  const draining = await startApp({ DRAIN_MS: '300000' });
  const { token } = await admin(draining);
  const drained = draining.nest.get(Drain).begin();
  expect((await draining.http('GET', '/readyz')).status).toBe(503);
  const me = await draining.http('GET', '/api/me', { token });
  expect(me.status).toBe(200);
  expect(me.headers.get('connection')).toBe('close');
  draining.nest.get(Drain).end();
  await drained;
  await draining.close();
});

it('ends while the database is unreachable', async () => {
  await app.close();
  const way: { cut?: () => Promise<void> } = {};
  const other = await startApp({}, async (url) => {
    const { url: through, cut } = await openProxy(url);
    way.cut = cut;
    return through;
  });
  await way.cut?.();
  await other.close();
});

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
