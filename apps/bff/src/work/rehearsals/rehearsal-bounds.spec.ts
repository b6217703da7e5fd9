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
import { lease, sweep, under, until } from '../../../test/work';
import type { TaskDto } from '../tasks/tasks.dto';
import type { RehearsalDto } from './rehearsals.dto';

type Failure = { code: string; reason?: string; context?: Record<string, unknown> };

let app: TestApp;
let sandbox: number;
let admin: string;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  sandbox = await make.site(app, { url: SANDBOX });
  admin = (await make.admin(app)).token;
});
afterAll(() => app.close());

/** The SQLSTATE of a statement that the database rejects. */
const stateOf = (sql: string, params: unknown[]): Promise<string> =>
  app.db.query(sql, params).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
const realmOf = async ({ id }: RehearsalDto): Promise<number> => {
  const sql = 'SELECT rehearsal_realm_id AS id FROM rehearsals WHERE id = $1';
  return defined((await app.db.query<{ id: number }>(sql, [id])).rows[0]).id;
};
const statusesIn = async (mine: Rehearsing, started: RehearsalDto): Promise<string[]> => {
  const { body } = await app.http<TaskDto[]>('GET', '/api/tasks', within(mine, started));
  return body.map(({ status }) => status);
};
const start = (mine: Rehearsing, fields: object = {}) =>
  app.http<Failure>('POST', '/api/rehearsals', {
    token: mine.owner,
    body: { template_id: mine.template, login_ids: mine.logins, scenario: 'calm', ...fields },
  });

describe('the database', () => {
  it('rejects rows of a rehearsal that refer to another site or event, in every table that can', async () => {
    const mine = await rehearsing(app, 1);
    const started = await rehearse(mine);
    const realm = await realmOf(started);
    const { rows: columns } = await app.db.query<{ table: string; name: string }>(
      `SELECT c.relname AS table, a.attname AS name FROM pg_class c
         JOIN pg_attribute r ON r.attrelid = c.oid AND r.attname = 'realm_id'
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('site_id', 'event_id')
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
         AND c.relname <> 'rehearsals'`,
    );
    expect(columns.length).toBeGreaterThan(12);
    for (const { table, name } of columns) {
      const [own, other] =
        name === 'site_id' ? [sandbox, mine.siteId] : [started.rehearsal_event_id, mine.eventId];
      const insert = `INSERT INTO ${table} (realm_id, ${name}) VALUES ($1, $2)`;
      expect([table, name, await stateOf(insert, [realm, other])]).toEqual([table, name, 'TS003']);
      expect([table, name, await stateOf(insert, [realm, own])]).not.toEqual([table, name, 'TS003']);
    }
    const moved = `UPDATE tasks SET realm_id = realm_id, event_id = $2 WHERE realm_id = $1`;
    expect(await stateOf(moved, [realm, mine.eventId])).toBe('TS003');
  });

  it('gives a rehearsal one event, which nobody changes, and neither people nor rehearsals', async () => {
    const mine = await rehearsing(app, 1);
    const started = await rehearse(mine);
    const realm = await realmOf(started);
    const insert = `INSERT INTO events (site_id, guid, name, created_by_realm_id) VALUES ($1, 'second', 'Second', $2)`;
    expect(await stateOf(insert, [sandbox, realm])).toBe('TS003');
    for (const change of [`guid = 'final'`, `site_id = ${mine.siteId}`, 'created_by_realm_id = NULL'])
      expect([
        change,
        await stateOf(`UPDATE events SET ${change} WHERE id = $1`, [started.rehearsal_event_id]),
      ]).toEqual([change, 'TS003']);
    const rejected = '23514';
    const values = `(realm_id, email, password_hash, role) VALUES ($1, 'inside@quayside.example', 'x', 'realm_owner')`;
    expect(await stateOf(`INSERT INTO users ${values}`, [realm])).toBe(rejected);
    expect(
      await stateOf('UPDATE rehearsals SET realm_id = $1 WHERE realm_id = $2', [realm, mine.realmId]),
    ).toBe(rejected);
  });

  it('lets no guid of a rehearsal keep a real event from having it', async () => {
    const mine = await rehearsing(app, 1);
    const started = await rehearse(mine);
    const { rows } = await app.db.query<{ guid: string }>('SELECT guid FROM events WHERE id = $1', [
      started.rehearsal_event_id,
    ]);
    const body = { site_id: sandbox, guid: defined(rows[0]).guid, name: 'Cup final' };
    expect(await app.http('POST', '/api/events', { token: mine.owner, body })).toMatchObject({ status: 201 });
    expect(await app.http('POST', '/api/events', { token: mine.owner, body })).toMatchObject({
      status: 409,
      body: { reason: 'EVENT_EXISTS' },
    });
  });
});

describe('the limits of rehearsals', () => {
  it('let exactly three run at once, of eight that start in parallel', async () => {
    const mine = await rehearsing(app, 1);
    const responses = await Promise.all(Array.from({ length: 8 }, () => start(mine)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    for (const { body } of responses.filter(({ status }) => status === 409))
      expect(body).toMatchObject({
        code: 'LIMIT_REACHED',
        reason: 'REHEARSALS_RUNNING',
        context: { limit: 3, used: 3, asked: 1 },
      });
  });

  /** Adds ended rehearsals like one, each with so many tasks and in a realm of its own. */
  const addEnded = async ({ id }: RehearsalDto, count: number, tasks: number, isPurged: boolean) => {
    await app.db.query(
      `WITH r AS (INSERT INTO realms (name) SELECT 'Ended ' || n FROM generate_series(1, $2) n RETURNING id)
       INSERT INTO rehearsals (realm_id, rehearsal_realm_id, source, event_id, name, event_name, scenario, seed, settings,
         rehearsal_event_id, rehearsal_job_id, status, starts_at, created_at, purged_at)
       SELECT h.realm_id, r.id, h.source, h.event_id, h.name, h.event_name, h.scenario, h.seed,
         h.settings || jsonb_build_object('tasks', $3::int), h.rehearsal_event_id, h.rehearsal_job_id, 'finished', h.starts_at,
         now() - CASE WHEN $4 THEN interval '1 hour' ELSE interval '2 days' END, CASE WHEN $4 THEN now() END
       FROM rehearsals h CROSS JOIN r WHERE h.id = $1`,
      [id, count, tasks, isPurged],
    );
  };

  it.each([
    [
      'starts within a day',
      99,
      1,
      true,
      { reason: 'REHEARSALS_PER_DAY', context: { limit: 100, used: 100, asked: 1 } },
    ],
    [
      'tasks that wait to be removed',
      2,
      15_000,
      false,
      { reason: 'REHEARSALS_KEPT', context: { limit: 30_000, used: 30_001 } },
    ],
  ] as const)('count %s', async (_, count, tasks, isPurged, rejection) => {
    const mine = await rehearsing(app, 1);
    const first = await rehearse(mine);
    await addEnded(first, count, tasks, isPurged);
    expect(await start(mine)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED', ...rejection } });
  });

  it('are the tasks that the realm may have', async () => {
    const mine = await rehearsing(app, 3);
    await app.db.query('UPDATE realms SET max_tasks = 5 WHERE id = $1', [mine.realmId]);
    const started = await rehearse(mine);
    expect(await start(mine)).toMatchObject({
      status: 409,
      body: { code: 'LIMIT_REACHED', reason: 'REHEARSAL_TASKS', context: { limit: 5, used: 3, asked: 3 } },
    });
    const { rows } = await app.db.query(
      'SELECT max_tasks, active_tasks, max_logins, login_count FROM realms WHERE id = $1',
      [await realmOf(started)],
    );
    expect(rows).toEqual([{ max_tasks: 3, active_tasks: 3, max_logins: 3, login_count: 3 }]);
  });

  it('are those of the event for each customer', async () => {
    const mine = await rehearsing(app, 1);
    await app.db.query('UPDATE events SET max_per_customer = 1 WHERE id = $1', [mine.eventId]);
    const body = { event_id: mine.eventId, scenario: 'calm', worker_count: 1, seats_per_worker: 2 };
    const rejected = await app.http<Failure>('POST', '/api/rehearsals', { token: mine.owner, body });
    expect(rejected).toMatchObject({ status: 409, body: { reason: 'LAUNCH_BLOCKED' } });
  });
});

describe('the end of a rehearsal', () => {
  const ends: [string, (mine: Rehearsing, started: RehearsalDto) => Promise<unknown>][] = [
    ['stopped', (mine, { id }) => app.http('POST', `/api/rehearsals/${id}/stop`, { token: mine.owner })],
    ['deleted', (mine, { id }) => app.http('DELETE', `/api/rehearsals/${id}`, { token: mine.owner })],
    [
      'suspended with its realm',
      async (mine) => {
        await app.http('PUT', `/api/realms/${mine.realmId}`, { token: admin, body: { status: 'suspended' } });
        expect(await lease(mine, 5)).toEqual([]);
        await endRehearsals(app);
      },
    ],
    [
      'ended after half an hour',
      async (_, { id }) => {
        await app.db.query("UPDATE rehearsals SET starts_at = now() - interval '31 minutes' WHERE id = $1", [
          id,
        ]);
        await endRehearsals(app);
      },
    ],
  ];

  it.each(ends)('stops every task: %s', async (_, end) => {
    const mine = await rehearsing(app, 3);
    const started = await rehearse(mine);
    const realm = await realmOf(started);
    const [leased] = await lease(mine, 1);
    // A task beside the job, as a rehearsal of an earlier version may have.
    await app.db.query(
      'UPDATE tasks SET job_id = NULL, job_index = NULL WHERE id = (SELECT max(id) FROM tasks WHERE realm_id = $1)',
      [realm],
    );
    await end(mine, started);
    expect(await lease(mine, 5)).toEqual([]);
    const beat = await under<{ commands: { command: string }[] }>(
      mine,
      defined(leased).lease_id,
      'heartbeat',
    );
    expect(beat.body.commands.map(({ command }) => command)).toEqual(['stop']);
    await sweep(app);
    expect(await lease(mine, 5)).toEqual([]);
    const { rows } = await app.db.query<{ status: string }>(
      'SELECT status FROM tasks WHERE realm_id = $1 ORDER BY lease_id IS NULL, id',
      [realm],
    );
    expect(rows.map(({ status }) => status)).toEqual(['stopping', 'stopped', 'stopped']);
    await endRehearsals(app);
    await sweep(app);
    expect(await lease(mine, 5)).toEqual([]);
  });

  it('leaves held seats to be paid, and starts nothing again', async () => {
    const mine = await rehearsing(app, 2);
    const started = await rehearse(mine);
    await holdAll(mine);
    await endRehearsals(app);
    const ended = await readRehearsal(mine, started.id);
    expect(ended).toMatchObject({ status: 'finished', report: { outcomes: { carted: 2 } } });
    expect(await statusesIn(mine, started)).toEqual(['stopped', 'stopped']);
    const inside = within(mine, started);
    const [task] = (await app.http<TaskDto[]>('GET', '/api/tasks', inside)).body;
    expect(await app.http('POST', `/api/tasks/${defined(task).id}/start`, inside)).toMatchObject({
      status: 403,
      body: { code: 'REALM_SUSPENDED', reason: 'REHEARSAL_ENDED' },
    });
    const [hold] = (await app.http<{ id: number }[]>('GET', '/api/carted-tickets', inside)).body;
    const body = { ticket_ids: [defined(hold).id] };
    expect(await app.http('POST', '/api/carted-tickets/confirm', { ...inside, body })).toMatchObject({
      status: 200,
    });
    expect(await lease(mine, 5)).toEqual([]);
  });

  it('is what a suspended realm gets, for administrators too', async () => {
    const mine = await rehearsing(app, 2);
    const started = await rehearse(mine);
    await app.http('PUT', `/api/realms/${mine.realmId}`, { token: admin, body: { status: 'suspended' } });
    const inside = within(mine, started);
    const write = (asked: object) =>
      app.http<Failure>('POST', `/api/jobs/${started.rehearsal_job_id}/control`, {
        ...inside,
        ...asked,
        body: { command: 'resume' },
      });
    await until(
      async () => (await write({})).body.code === 'REALM_SUSPENDED',
      'the realm is suspended for its owner',
    );
    expect(await write({ token: admin })).toMatchObject({ status: 403, body: { code: 'REALM_SUSPENDED' } });
    // A plan that the suspension blocks, until the server has heard of it.
    await until(
      async () => (await start(mine)).body.code === 'REALM_SUSPENDED',
      'the realm is suspended for what is outside its rehearsal too',
    );
    await endRehearsals(app);
    const { body } = await app.http<RehearsalDto>('GET', `/api/rehearsals/${started.id}`, { token: admin });
    expect(body).toMatchObject({ status: 'stopped', report: { outcomes: { stopped: 2 } } });
    await app.http('PUT', `/api/realms/${mine.realmId}`, { token: admin, body: { status: 'active' } });
    expect(await lease(mine, 5)).toEqual([]);
  });
});

it('is audited as part of its realm, also once it was deleted', async () => {
  const mine = await rehearsing(app, 1);
  const started = await rehearse(mine);
  const [task] = (await app.http<TaskDto[]>('GET', '/api/tasks', within(mine, started))).body;
  await app.http('POST', `/api/jobs/${started.rehearsal_job_id}/control`, {
    ...within(mine, started),
    body: { command: 'pause' },
  });
  expect(task?.realm_id).toBe(await realmOf(started));
  const list = async (query: string, headers: Record<string, string> = {}) =>
    (
      await app.http<{ id: number; action: string }[]>('GET', `/api/audit?${query}`, {
        token: admin,
        headers,
      })
    ).body;
  const expected = expect.objectContaining({
    action: 'job.pause',
    realm_id: mine.realmId,
    realm_name: expect.any(String) as string,
    rehearsal_id: started.id,
  }) as object;
  expect(await list(`realm_id=${mine.realmId}`)).toContainEqual(expected);
  const inside = { 'X-Rehearsal': String(started.id) };
  const entries = await list('', inside);
  expect(entries).toContainEqual(expected);
  expect(new Set(entries.map((entry) => (entry as { rehearsal_id?: number }).rehearsal_id))).toEqual(
    new Set([started.id]),
  );
  await app.http('DELETE', `/api/rehearsals/${started.id}`, { token: mine.owner });
  await endRehearsals(app);
  expect(await list(`rehearsal_id=${started.id}`)).toContainEqual(expected);
  expect(await list(`realm_id=!${mine.realmId}`)).not.toContainEqual(expected);
});
