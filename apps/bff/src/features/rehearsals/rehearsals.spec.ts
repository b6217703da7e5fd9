import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import { changedTables, dump } from '../../../test/dump';
import * as make from '../../../test/factories';
import { inMinutes, lease, leaseOne, newTask, seat, sweep, under, type Work, work } from '../../../test/work';
import { FIRST_REHEARSAL_REALM } from '../../platform/realm-scope/rehearsal-realms';
import type { LeaseDto } from '../workers';
import { RehearsalSweeper } from './rehearsal-sweeper';
import type { RehearsalDto } from './rehearsals.dto';

const SANDBOX = 'http://127.0.0.1:3901';

let app: TestApp;
let sandbox: number;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  sandbox = await make.site(app, { url: SANDBOX });
});
afterAll(() => app.close());

const endRehearsals = () => app.nest.get(RehearsalSweeper, { strict: false }).run();

/** A realm whose template plans as many tasks as logins, and a worker that may serve the sandbox too. */
async function rehearsing(logins = 3): Promise<Work & { template: number }> {
  const mine = await work(app, { logins });
  const template = await make.template(app, mine.realmId, mine.siteId, mine.eventId, {
    worker_count: logins,
    seats_per_worker: 2,
    target_count: 2 * logins,
  });
  const worker = await make.workerToken(app, { realm_ids: [mine.realmId] });
  return { ...mine, worker, template };
}

async function rehearse(
  mine: Work & { template: number },
  fields: Record<string, unknown> = {},
): Promise<RehearsalDto> {
  const answer = await app.http<RehearsalDto>('POST', '/api/rehearsals', {
    token: mine.owner,
    body: {
      template_id: mine.template,
      login_ids: mine.logins,
      scenario: 'calm',
      seed: 7,
      starts_in_s: 0,
      ...fields,
    },
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const read = async (mine: Work, id: number) =>
  (await app.http<RehearsalDto>('GET', `/api/rehearsals/${id}`, { token: mine.owner })).body;

const within = (mine: Work, { id }: RehearsalDto) => ({
  token: mine.owner,
  headers: { 'X-Rehearsal': String(id) },
});

/** Holds seats under a lease; returns the ids of the holds. */
async function hold(mine: Work, { lease_id }: LeaseDto, numbers: number[]): Promise<number[]> {
  const answer = await under<{ holds: { id: number }[] }>(mine, lease_id, 'hold', {
    seats: numbers.map((number) => seat(number)),
    expires_at: inMinutes(10),
    basket: `${SANDBOX}/basket/${numbers.join('-')}`,
  });
  expect(answer.status).toBe(200);
  return answer.body.holds.map(({ id }) => id);
}

/** Leases all tasks of a rehearsal and holds two seats for each. */
async function holdAll(mine: Work): Promise<LeaseDto[]> {
  const leases = await lease(mine, 10);
  for (const [index, each] of leases.entries()) await hold(mine, each, [2 * index, 2 * index + 1]);
  return leases;
}

it('rehearses a plan at the sandbox with made-up logins, and reports what the timelines say', async () => {
  const mine = await rehearsing();
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
  await endRehearsals();
  expect((await read(mine, started.id)).status).toBe('running');

  const leases = await holdAll(mine);
  expect(leases.map(({ login }) => login.email).sort()).toEqual(
    ['00001', '00002', '00003'].map((number) => `login-${number}@rehearsal.example`),
  );
  expect(leases[0]?.event.guid).toMatch(/^rehearsal~calm~7~3~[0-9a-f]{10}$/);
  expect(leases[0]?.site.id).toBe(sandbox);
  await endRehearsals();
  const { status, report } = await read(mine, started.id);
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
  const mine = await rehearsing(2);
  const started = await rehearse(mine, { scenario: 'sell_out' });
  const leases = await lease(mine, 2);
  for (const { lease_id } of leases)
    await under(mine, lease_id, 'fail', { message: 'Sold out: no 2 seats left in all areas' });
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
  expect(report.advice.map(({ code }) => code)).toContain('TARGET_MISSED');
});

it('leaves every row of the realm as it was', async () => {
  const mine = await rehearsing();
  // A person who is reminded of every on-sale.
  await app.db.query(
    `INSERT INTO on_sale_reminders (user_id, minutes, planned, updated_at)
     SELECT id, '{15}', false, now() - interval '10 days' FROM users WHERE realm_id = $1`,
    [mine.realmId],
  );
  const before = await dumpOfRealms();
  const wholeBefore = await dump(app);
  await rehearse(mine, { starts_in_s: 60, scenario: 'rush' });
  const started = await rehearse(mine);
  await holdAll(mine);
  await sweep(app);
  await endRehearsals();
  const after = await dumpOfRealms();
  expect(changedTables(before, after)).toEqual(['public.rehearsals']);
  // The comparison would show a change: the rehearsal did write.
  expect(changedTables(wholeBefore, await dump(app))).toEqual(
    expect.arrayContaining([
      'public.tasks',
      'public.logins',
      'public.holds',
      'public.audit',
      'public.realms',
    ]),
  );
  const notified = await app.db.query('SELECT FROM notifications');
  expect(notified.rowCount).toBe(0);
  expect((await read(mine, started.id)).status).toBe('finished');

  await app.http('DELETE', `/api/rehearsals/${started.id}`, { token: mine.owner });
  await endRehearsals();
  expect(changedTables(before, await dumpOfRealms())).toEqual(['public.rehearsals']);
  const { rows } = await app.db.query<{ left: number; purged: boolean }>(
    `SELECT purged_at IS NOT NULL AS purged, ((SELECT count(*) FROM tasks WHERE realm_id = r.rehearsal_realm_id)
       + (SELECT count(*) FROM logins WHERE realm_id = r.rehearsal_realm_id)
       + (SELECT count(*) FROM holds WHERE realm_id = r.rehearsal_realm_id))::int AS left FROM rehearsals r WHERE id = $1`,
    [started.id],
  );
  expect(rows).toEqual([{ purged: true, left: 0 }]);
});

it('counts in no metric of tasks, queues and seats', async () => {
  const figures = async () => {
    const { body } = await app.http<string>('GET', '/metrics');
    return body
      .split('\n')
      .filter((line) =>
        /^tessera_(tasks|task_|holds|seats_bought|lease_delay_seconds_(count|sum)|queue)/.test(line),
      );
  };
  const mine = await rehearsing();
  const real = await work(app);
  await newTask(real);
  await leaseOne(real);
  const before = await figures();
  expect(before.join('\n')).toMatch(/^tessera_lease_delay_seconds_count [1-9]/m);
  const started = await rehearse(mine);
  const [bought, lapsed, failed] = (await lease(mine, 3)) as [LeaseDto, LeaseDto, LeaseDto];
  const ticket_ids = await hold(mine, bought, [90]);
  const paid = await app.http('POST', '/api/carted-tickets/confirm', {
    ...within(mine, started),
    body: { ticket_ids },
  });
  expect(paid.status).toBe(200);
  await hold(mine, lapsed, [91]);
  await under(mine, failed.lease_id, 'fail', { message: 'Too many requests, try again later' });
  await app.db.query("UPDATE holds SET expires_at = now() WHERE status = 'held' AND realm_id >= $1", [
    FIRST_REHEARSAL_REALM,
  ]);
  await sweep(app);
  const { rows } = await app.db.query<{ what: string }>(
    `SELECT DISTINCT e.what FROM task_events e JOIN rehearsals r ON r.rehearsal_realm_id = e.realm_id WHERE r.id = $1`,
    [started.id],
  );
  expect(rows.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['lease', 'hold', 'fail', 'holds_lapsed', 'paid']),
  );
  expect(await figures()).toEqual(before);
});

it('takes the slots of workers that may serve its realm', async () => {
  const mine = await rehearsing();
  const started = await rehearse(mine);
  const leases = await lease(mine, 3, 0, 'rehearsing-worker');
  expect(leases).toHaveLength(3);
  const { token } = await make.admin(app);
  const workers = await app.http('GET', '/api/workers?q=rehearsing-worker', { token });
  expect(workers.body).toMatchObject([{ leased: 3, status: 'active' }]);
  const room = await app.http('GET', `/api/on-sale/${started.rehearsal_event_id}`, within(mine, started));
  expect(room).toMatchObject({ status: 200, body: { workers: { serving: 1, free: 0 } } });
});

it('is entered by a header, and seen by nobody otherwise', async () => {
  const mine = await rehearsing();
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
  const theirs = await rehearsing();
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
    async (mine: Work & { template: number }) => ({
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
    (mine: Work & { template: number }) =>
      Promise.resolve({ event_id: mine.eventId, worker_count: 5, type: 'buy' }),
    { source: 'event', settings: { type: 'buy', tasks: 5 } },
  ],
] as const)('rehearses %s', async (_, source, expected) => {
  const mine = await rehearsing();
  const answer = await app.http<RehearsalDto>('POST', '/api/rehearsals', {
    token: mine.owner,
    body: { ...(await source(mine)), scenario: 'rush' },
  });
  expect(answer).toMatchObject({ status: 201, body: expected });
  expect(answer.body.seed).toBeGreaterThan(0);
});

it('replays a POST within it, and keeps it apart from one outside', async () => {
  const mine = await rehearsing(2);
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

it('refuses without a sandbox, a fourth at once, and a reader', async () => {
  const mine = await rehearsing(1);
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

/** All rows but those of rehearsal realms, by table; without the counters behind ETags, which only say that something changed. */
async function dumpOfRealms(): Promise<Map<string, string>> {
  const { rows: tables } = await app.db.query<{ name: string; realm: string | null }>(
    `SELECT c.relname AS name, CASE WHEN c.relname = 'realms' THEN 'id' WHEN c.relname = 'events' THEN 'created_by_realm_id'
         WHEN EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'realm_id') THEN 'realm_id' END AS realm
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'list_versions'`,
  );
  const texts = new Map<string, string>();
  for (const { name, realm } of tables) {
    const where = realm ? `WHERE coalesce(${realm}, 0) < ${FIRST_REHEARSAL_REALM}` : '';
    const { rows } = await app.db.query<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM "${name}" t ${where}`,
    );
    texts.set(`public.${name}`, defined(rows[0]).text);
  }
  return texts;
}
