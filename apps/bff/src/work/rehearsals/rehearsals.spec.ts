import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import {
  endRehearsals,
  holdAll,
  readRehearsal,
  rehearse,
  type Rehearsing,
  rehearsing,
  SANDBOX,
  within,
} from '../../../test/rehearsal';
import { lease, under } from '../../../test/work';
import { FIRST_REHEARSAL_REALM } from '../../platform/realm-scope/realm-status.repository';
import type { RehearsalDto } from './rehearsals.dto';

let app: TestApp;
let sandbox: number;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  sandbox = await make.site(app, { url: SANDBOX });
});
afterAll(() => app.close());

it('rehearses a plan at the sandbox with made-up logins, and reports what the timelines say', async () => {
  const mine = await rehearsing(app);
  const started = await rehearse(mine);
  expect(started).toMatchObject({
    source: 'template',
    template_id: mine.template,
    event_id: mine.eventId,
    status: 'running',
    scenario: 'calm',
    seed: 7,
    report: null,
    enterable: true,
    settings: { type: 'hold', tasks: 3, seats_per_worker: 2, seats_target: 6 },
  });
  await endRehearsals(app);
  expect((await readRehearsal(mine, started.id)).status).toBe('running');

  const leases = await holdAll(mine);
  expect(leases.map(({ login }) => login.email).sort()).toEqual(
    ['00001', '00002', '00003'].map((number) => `login-${number}@rehearsal.example`),
  );
  expect(leases[0]?.event.guid).toMatch(/^rehearsal~calm~7~3~[0-9a-f]{10}$/);
  expect(leases[0]?.site.id).toBe(sandbox);
  await endRehearsals(app);
  const { status, report } = await readRehearsal(mine, started.id);
  expect(status).toBe('finished');
  const { rows } = await app.db.query<{ first: number; p50: number; p95: number }>(
    `SELECT min(h.took) AS first, percentile_disc(0.5) WITHIN GROUP (ORDER BY h.took) AS p50,
       percentile_disc(0.95) WITHIN GROUP (ORDER BY h.took) AS p95
     FROM (SELECT round(extract(epoch FROM date_trunc('milliseconds', min(e.at)) - date_trunc('milliseconds', r.starts_at)), 3)::float8 AS took FROM task_events e
       JOIN rehearsals r ON r.rehearsal_realm_id = e.realm_id WHERE r.id = $1 AND e.what = 'hold' GROUP BY e.task_id, r.starts_at) h`,
    [started.id],
  );
  expect(report).toMatchObject({
    tasks: 3,
    seats_planned: 6,
    seats_target: 6,
    seats_held: 6,
    seats_bought: 0,
    first_seat_s: rows[0]?.first,
    hold_p50_s: rows[0]?.p50,
    hold_p95_s: rows[0]?.p95,
    retries: 0,
    lapses: 0,
    outcomes: { carted: 3 },
    failures: [],
  });
});

it('counts retries and reasons as the timelines have them, and advises', async () => {
  const mine = await rehearsing(app, 2);
  const started = await rehearse(mine, { scenario: 'sell_out' });
  const leases = await lease(mine, 2);
  for (const { lease_id } of leases)
    await under(mine, lease_id, 'fail', { message: 'Sold out: no 2 seats left in all areas' });
  // What it has shown so far.
  const running = await app.http<RehearsalDto>('GET', `/api/rehearsals/${started.id}`, { token: mine.owner });
  expect(running.body).toMatchObject({ status: 'running', report: { tasks: 2, seats_held: 0 } });
  const stopped = await app.http<RehearsalDto>('POST', `/api/rehearsals/${started.id}/stop`, {
    token: mine.owner,
  });
  expect(stopped).toMatchObject({ status: 200, body: { status: 'stopped' } });
  const report = defined(stopped.body.report);
  const { rows } = await app.db.query<{ retries: number }>(
    `SELECT count(*)::int AS retries FROM task_events e JOIN rehearsals r ON r.rehearsal_realm_id = e.realm_id
     WHERE r.id = $1 AND e.what = 'fail' AND e.to_status = 'queued'`,
    [started.id],
  );
  expect(report.retries).toBe(rows[0]?.retries);
  expect(report).toMatchObject({
    outcomes: { stopped: 2 },
    failures: [{ reason: 'Sold out: no 2 seats left in all areas', tries: 2, tasks: 0 }],
  });
  // More tasks find no seats in a sold-out house either.
  expect(report.advice).toEqual([expect.objectContaining({ code: 'SOLD_OUT', params: { tasks: 2 } })]);
  expect(report.hold_times_s).toEqual([]);
});

it('is entered by a header, and seen by nobody otherwise', async () => {
  const mine = await rehearsing(app);
  const started = await rehearse(mine);
  const count = async (path: string, asked: Parameters<TestApp['http']>[2]) =>
    (await app.http<unknown[]>('GET', path, asked)).body.length;
  const { token: admin } = await make.admin(app);
  for (const path of ['/api/tasks', '/api/jobs', '/api/logins']) {
    const [inside, outside] = [
      await count(path, within(mine, started)),
      await count(path, { token: mine.owner }),
    ];
    expect([path, inside]).toEqual([path, path === '/api/jobs' ? 1 : 3]);
    expect([path, outside]).toEqual([path, path === '/api/logins' ? 3 : 0]);
    const everywhere = await app.http<{ realm_id: number }[]>('GET', path, { token: admin });
    expect(everywhere.body.filter(({ realm_id }) => realm_id >= FIRST_REHEARSAL_REALM)).toEqual([]);
    expect(await count(path, { token: admin, headers: { 'X-Rehearsal': String(started.id) } })).toBe(inside);
  }
  const realms = await app.http<{ id: number }[]>('GET', '/api/realms', { token: admin });
  expect(realms.body.filter(({ id }) => id >= FIRST_REHEARSAL_REALM)).toEqual([]);
  // Inside, only the copy of the event: nothing can be started for another one.
  const events = await app.http<{ id: number }[]>('GET', '/api/events', within(mine, started));
  expect(events.body.map(({ id }) => id)).toEqual([started.rehearsal_event_id]);
  const outside = await app.http<{ id: number }[]>('GET', '/api/events', { token: mine.owner });
  expect(outside.body.map(({ id }) => id)).not.toContain(started.rehearsal_event_id);
  const theirs = await rehearsing(app);
  expect(await app.http('GET', '/api/tasks', within(theirs, started))).toMatchObject({ status: 403 });
  expect(await app.http('GET', `/api/rehearsals/${started.id}`, { token: theirs.owner })).toMatchObject({
    status: 404,
  });
  // The people and the rehearsals of the realm stay reachable from within.
  const users = await app.http<unknown[]>('GET', '/api/users', within(mine, started));
  expect(users.body).toHaveLength(1);
  expect(await count('/api/rehearsals', within(mine, started))).toBe(1);
});

it.each([
  [
    'a job',
    async (mine: Rehearsing) => ({
      job_id: (
        await app.http<{ id: number }>('POST', '/api/jobs', {
          token: mine.owner,
          body: { template_id: mine.template, login_ids: mine.logins, draft: true },
        })
      ).body.id,
    }),
    { source: 'job', settings: { tasks: 3, seats_per_worker: 2 } },
  ],
  [
    'an event',
    (mine: Rehearsing) => Promise.resolve({ event_id: mine.eventId, worker_count: 5, type: 'buy' }),
    { source: 'event', settings: { type: 'buy', tasks: 5 } },
  ],
] as const)('rehearses %s', async (_, source, expected) => {
  const mine = await rehearsing(app);
  const response = await app.http<RehearsalDto>('POST', '/api/rehearsals', {
    token: mine.owner,
    body: { ...(await source(mine)), scenario: 'rush' },
  });
  expect(response).toMatchObject({ status: 201, body: expected });
  expect(response.body.seed).toBeGreaterThan(0);
});

it('replays a POST within it, and keeps it apart from one outside', async () => {
  const mine = await rehearsing(app, 2);
  const started = await rehearse(mine);
  const { token, headers } = within(mine, started);
  const [task] = (await app.http<{ id: number }[]>('GET', '/api/tasks', within(mine, started))).body;
  const key = { 'Idempotency-Key': 'pause once' };
  const pause = (more: object) =>
    app.http<{ eligible: number }>('POST', '/api/tasks/bulk', {
      token,
      headers: { ...key, ...more },
      body: { command: 'pause', ids: [task!.id] },
    });
  for (let call = 0; call < 2; call += 1)
    expect(await pause(headers)).toMatchObject({ status: 200, body: { eligible: 1 } });
  expect(await pause({})).toMatchObject({ status: 200, body: { eligible: 0 } });
});

it('rejects without a sandbox, a fourth at once, and a reader', async () => {
  const mine = await rehearsing(app, 1);
  const body = { template_id: mine.template, login_ids: mine.logins, scenario: 'calm' };
  await app.db.query('UPDATE sites SET enabled = 0 WHERE id = $1', [sandbox]);
  expect(await app.http('POST', '/api/rehearsals', { token: mine.owner, body })).toMatchObject({
    status: 409,
    body: { reason: 'NO_SANDBOX' },
  });
  await app.db.query('UPDATE sites SET enabled = 1 WHERE id = $1', [sandbox]);
  for (let index = 0; index < 3; index += 1) await rehearse(mine);
  expect(await app.http('POST', '/api/rehearsals', { token: mine.owner, body })).toMatchObject({
    status: 409,
    body: { reason: 'REHEARSALS_RUNNING' },
  });
  const reader = await make.user(app, 'realm_user', mine.realmId);
  expect(await app.http('POST', '/api/rehearsals', { token: reader.token, body })).toMatchObject({
    status: 403,
  });
});
