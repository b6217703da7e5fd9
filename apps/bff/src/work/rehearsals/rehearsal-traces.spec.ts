import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import { changedTables, dump, dumpOutsideRehearsals } from '../../../test/dump';
import * as make from '../../../test/factories';
import {
  endRehearsals,
  holdAll,
  holdAtSandbox,
  readRehearsal,
  rehearse,
  rehearsing,
  SANDBOX,
  within,
} from '../../../test/rehearsal';
import { lease, leaseOne, newTask, sweep, under, work } from '../../../test/work';
import { FIRST_REHEARSAL_REALM } from '../../platform/realm-scope/realm-status.repository';
import type { LeaseDto } from '../../workers';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ SANDBOX_URL: SANDBOX });
  await make.site(app, { url: SANDBOX });
});
afterAll(() => app.close());

it('leaves every row of the realm as it was', async () => {
  const mine = await rehearsing(app);
  // A person who is reminded of every on-sale.
  await app.db.query(
    `INSERT INTO on_sale_reminders (user_id, minutes, planned, updated_at)
     SELECT id, '{15}', false, now() - interval '10 days' FROM users WHERE realm_id = $1`,
    [mine.realmId],
  );
  const before = await dumpOutsideRehearsals(app);
  const wholeBefore = await dump(app);
  await rehearse(mine, { starts_in_s: 60, scenario: 'rush' });
  const started = await rehearse(mine);
  await holdAll(mine);
  await sweep(app);
  await endRehearsals(app);
  const after = await dumpOutsideRehearsals(app);
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
  expect((await readRehearsal(mine, started.id)).status).toBe('finished');

  await app.http('DELETE', `/api/rehearsals/${started.id}`, { token: mine.owner });
  await endRehearsals(app);
  expect(changedTables(before, await dumpOutsideRehearsals(app))).toEqual(['public.rehearsals']);
});

it('is removed with all that people did in it, but for its report and log', async () => {
  const mine = await rehearsing(app);
  const started = await rehearse(mine);
  const inside = within(mine, started);
  const eventId = started.rehearsal_event_id;
  const leases = await lease(mine, 3);
  const [waiting, ...others] = leases as [LeaseDto, ...LeaseDto[]];
  await under(mine, waiting.lease_id, 'report', { status: 'waiting_room', queue_position: 12 });
  for (const [index, each] of others.entries()) await holdAtSandbox(mine, each, [index]);
  const acts = [
    await app.http('POST', '/api/pay-queue/next', { ...inside, body: {} }),
    await app.http('PUT', `/api/on-sale/${eventId}/budget`, {
      ...inside,
      body: { amount: 500, currency: 'GBP' },
    }),
    await app.http('POST', '/api/tasks/bulk', {
      ...inside,
      body: { command: 'stop', ids: leases.map(({ task }) => task.id) },
    }),
  ];
  expect(acts.map(({ status }) => status)).toEqual([200, 200, 200]);
  await app.http('POST', `/api/rehearsals/${started.id}/stop`, { token: mine.owner });
  const { rows } = await app.db.query<{ realm: number }>(
    `UPDATE rehearsals SET finished_at = now() - interval '8 days' WHERE id = $1 RETURNING rehearsal_realm_id AS realm`,
    [started.id],
  );
  const { realm } = defined(rows[0]);
  expect(await tablesWith(realm)).toEqual(
    expect.arrayContaining(['tasks', 'holds', 'pay_claims', 'event_budgets', 'task_positions']),
  );
  await endRehearsals(app);
  expect(await tablesWith(realm)).toEqual(['audit', 'list_versions']);
  expect(await readRehearsal(mine, started.id)).toMatchObject({ enterable: false, report: { tasks: 3 } });
});

it('is recorded for administrators alone', async () => {
  const mine = await rehearsing(app);
  const countOwn = async () =>
    (await app.db.query(`SELECT FROM audit WHERE realm_id = $1`, [mine.realmId])).rowCount;
  const before = await countOwn();
  const started = await rehearse(mine);
  await holdAll(mine);
  await app.http('POST', `/api/rehearsals/${started.id}/stop`, { token: mine.owner });
  const { token } = await make.admin(app);
  const entries = await app.http<object[]>('GET', `/api/audit?entity=rehearsal&entity_id=${started.id}`, {
    token,
  });
  expect(entries.body).toMatchObject([
    { action: 'rehearsal.stop', entity_name: started.name, realm_id: null },
    { action: 'rehearsal.start', entity_name: started.name, after: { realm_id: mine.realmId, seed: 7 } },
  ]);
  expect(entries.body).toHaveLength(2);
  expect(await countOwn()).toBe(before);
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
  const mine = await rehearsing(app);
  const real = await work(app);
  await newTask(real);
  await leaseOne(real);
  const before = await figures();
  expect(before.join('\n')).toMatch(/^tessera_lease_delay_seconds_count [1-9]/m);
  const started = await rehearse(mine);
  const [bought, expired, failed] = (await lease(mine, 3)) as [LeaseDto, LeaseDto, LeaseDto];
  const ticket_ids = await holdAtSandbox(mine, bought, [90]);
  const paid = await app.http('POST', '/api/carted-tickets/confirm', {
    ...within(mine, started),
    body: { ticket_ids },
  });
  expect(paid.status).toBe(200);
  await holdAtSandbox(mine, expired, [91]);
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
  const mine = await rehearsing(app);
  const started = await rehearse(mine);
  const leases = await lease(mine, 3, 0, 'rehearsing-worker');
  expect(leases).toHaveLength(3);
  const { token } = await make.admin(app);
  const workers = await app.http('GET', '/api/workers?q=rehearsing-worker', { token });
  expect(workers.body).toMatchObject([{ leased: 3, status: 'active' }]);
  const room = await app.http('GET', `/api/on-sale/${started.rehearsal_event_id}`, within(mine, started));
  expect(room).toMatchObject({ status: 200, body: { workers: { serving: 1, free: 0 } } });
});

/** The tables that have rows of a realm. */
async function tablesWith(realm: number): Promise<string[]> {
  const { rows: tables } = await app.db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'realm_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const counts = await Promise.all(
    tables.map(({ name }) => app.db.query(`SELECT FROM "${name}" WHERE realm_id = $1 LIMIT 1`, [realm])),
  );
  return tables.filter((_, index) => counts[index]?.rowCount).map(({ name }) => name);
}
