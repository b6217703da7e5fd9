import { Housekeeping } from '../src/platform/retention/housekeeping';
import { startApp, type TestApp } from './app';
import { admin, event, realm, site } from './factories';
import { oneOfEach } from './one-of-each';

const kept = ['tasks', 'jobs', 'templates', 'pools', 'queue_links', 'tickets'] as const;
/** Tables whose rows are removed with them. */
const parts = ['task_events', 'template_logins', 'pool_members', 'queue_link_tasks'] as const;
/** Tables whose rows are never removed. */
const ledger = ['tickets', 'holds', 'audit', 'logins'] as const;

let app: TestApp;
let realmId: number;
let siteId: number;
beforeEach(async () => {
  app = await startApp();
  realmId = await realm(app);
  siteId = await site(app);
  await oneOfEach(app, realmId, siteId, await event(app, siteId));
});
afterEach(() => app.close());

const clean = () => app.nest.get(Housekeeping, { strict: false }).clean();
const count = async (table: string) =>
  (await app.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n;
const counts = async (tables: readonly string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)] as const)));
const deletedAgo = async (ago: string) => {
  await app.db.query("UPDATE tasks SET status = 'stopped'");
  for (const table of kept) await app.db.query(`UPDATE ${table} SET deleted_at = now() - interval '${ago}'`);
};

it('keeps deleted rows for thirty days, and all other rows', async () => {
  const before = await counts([...kept, ...parts, ...ledger]);
  await clean();
  await deletedAgo('29 days 23 hours');
  await clean();
  expect(await counts([...kept, ...parts, ...ledger])).toEqual(before);
});

it('removes them after that with their dependents; purchases and the audit log stay', async () => {
  const before = await counts(ledger);
  await deletedAgo('30 days 1 minute');
  await clean();
  const gone = [...kept.filter((table) => table !== 'tickets'), ...parts];
  expect(await counts(gone)).toEqual(Object.fromEntries(gone.map((table) => [table, 0])));
  expect(await counts(ledger)).toEqual(before);
  const { rows } = await app.db.query('SELECT task_id, job_id, login_id, realm_id FROM tickets');
  expect(rows).toEqual([
    { task_id: null, job_id: null, login_id: expect.any(Number) as number, realm_id: realmId },
  ]);
  const { rows: realms } = await app.db.query('SELECT active_tasks FROM realms WHERE id = $1', [realmId]);
  expect(realms).toEqual([{ active_tasks: 0 }]);
});

it('removes more rows than fit into one transaction, in several processes at once', async () => {
  await app.db.query(
    `INSERT INTO pools (realm_id, site_id, name, deleted_at)
     SELECT $1, $2, 'Old ' || n, now() - interval '31 days' FROM generate_series(1, 2500) n`,
    [realmId, siteId],
  );
  await Promise.all([clean(), clean(), clean()]);
  expect(await count('pools')).toBe(1);
});

it('removes responses stored for Idempotency-Key after a day', async () => {
  const { token } = await admin(app);
  const headers = { 'Idempotency-Key': 'a day' };
  await app.http('POST', '/api/realms', { token, body: { name: 'Kept' }, headers });
  await app.db.query(
    "UPDATE idempotency_keys SET expires_at = now() - interval '1 second' WHERE key = 'a day'",
  );
  await clean();
  expect((await app.db.query("SELECT FROM idempotency_keys WHERE key = 'a day'")).rowCount).toBe(0);
});
