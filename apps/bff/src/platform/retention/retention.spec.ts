import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { oneOfEach } from '../../../test/one-of-each';
import { ConfigError, loadConfig } from '../config/config';
import { Housekeeping } from './housekeeping';
import { listRowArchives, listUnfinished, verifyRowArchive } from './row-archive';

const KEEP_ALL = {
  RETENTION_TASKS_DAYS: '0',
  RETENTION_EVENTS_DAYS: '0',
  RETENTION_AUDIT_DAYS: '0',
  RETENTION_HOLDS_DAYS: '0',
  RETENTION_NOTIFICATIONS_DAYS: '0',
  RETENTION_DELIVERIES_DAYS: '0',
  RETENTION_OPERATIONS_DAYS: '0',
};

/** Inserts a row of the given time, as the realm `$1`. */
const PARTITIONED = [
  {
    table: 'push_deliveries',
    kind: 'deliveries',
    days: 90,
    insert: (at: string) =>
      `INSERT INTO push_deliveries (user_id, topic, outcome, at)
       SELECT (SELECT min(id) FROM users WHERE realm_id = $1), 'test', 'sent', ${at}`,
  },
  {
    table: 'audit',
    kind: 'audit',
    days: 1095,
    insert: (at: string) =>
      `INSERT INTO audit (realm_id, actor_kind, who, action, entity, at) SELECT $1, 'system', 'test', 'list.export', 'test', ${at}`,
  },
  {
    table: 'task_events',
    kind: 'events',
    days: 730,
    insert: (at: string) =>
      `INSERT INTO task_events (realm_id, task_id, actor_kind, who, what, at)
       SELECT $1, (SELECT min(id) FROM tasks WHERE realm_id = $1), 'system', 'test', 'create', ${at}`,
  },
];

const start = async (env: Record<string, string> = {}) => {
  const app = await startApp(env);
  const realm = await make.realm(app);
  const site = await make.site(app);
  const event = await make.event(app, site);
  await oneOfEach(app, realm, site, event);
  return { app, realm, site, event };
};
const clean = (app: TestApp) => app.nest.get(Housekeeping, { strict: false }).clean();
const count = async (app: TestApp, table: string, where = 'true') =>
  (await app.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows[0]!.n;

/** Makes what a realm has as old as `age`. */
async function makeOld({ db }: TestApp, age: string): Promise<void> {
  const before = `now() - interval '${age}'`;
  await db.query(`UPDATE tasks SET status = 'failed', finished_at = ${before}`);
  await db.query(`ALTER TABLE holds DISABLE TRIGGER USER`);
  await db.query(`UPDATE holds SET status = 'expired', updated_at = ${before}`);
  await db.query(`ALTER TABLE holds ENABLE TRIGGER USER`);
  for (const table of ['notifications', 'bulk_operations'])
    await db.query(`UPDATE ${table} SET created_at = ${before}`);
}

describe('retention', () => {
  it('removes finished tasks with their timeline, expired holds, notifications and operations by their age', async () => {
    const { app } = await start();
    await makeOld(app, '89 days');
    await app.db.query('UPDATE bulk_operations SET created_at = now()');
    const younger = async () => [
      await count(app, 'tasks'),
      await count(app, 'holds'),
      await count(app, 'notifications'),
      await count(app, 'bulk_operations'),
    ];
    const before = await younger();
    await clean(app);
    expect(await younger()).toEqual(before);

    await makeOld(app, '731 days');
    await clean(app);
    // A hold that was paid for stays with its purchase.
    expect(await younger()).toEqual([0, 1, 0, 0]);
    expect(await count(app, 'tickets')).toBe(1);
    expect(await count(app, 'task_events')).toBe(0);
    const { body } = await app.http<string>('GET', '/metrics');
    expect(body).toContain('tessera_purged_rows_total{kind="tasks"} 2\n');
    expect(body).toContain('tessera_purged_rows_total{kind="holds"} 1\n');
    expect(body).toContain('tessera_purge_failures_total{kind="tasks"} 0\n');
    await app.close();
  });

  it('keeps what is unfinished, and finished tasks whose payment is to be checked', async () => {
    const { app } = await start();
    await makeOld(app, '3000 days');
    await app.db.query(
      `UPDATE tasks SET status = 'idle' WHERE id = (SELECT min(id) FROM tasks);
       UPDATE tasks SET payment_state = 'unknown' WHERE id = (SELECT max(id) FROM tasks)`,
    );
    await clean(app);
    expect(await count(app, 'tasks')).toBe(2);
    await app.close();
  });

  it('keeps everything for ever where a setting is 0', async () => {
    const { app } = await start(KEEP_ALL);
    await makeOld(app, '10000 days');
    const tables = ['tasks', 'task_events', 'holds', 'notifications', 'bulk_operations', 'audit'];
    const counts = () => Promise.all(tables.map((table) => count(app, table)));
    const before = await counts();
    await clean(app);
    expect(await counts()).toEqual(before);
    await app.close();
  });

  it('removes a backlog in batches, and counts a kind that fails without keeping back the others', async () => {
    const { app, realm } = await start();
    await app.db.query(
      `INSERT INTO notifications (realm_id, user_id, topic, title, created_at)
       SELECT $1, (SELECT min(id) FROM users), 'security', 'Old', now() - interval '91 days' FROM generate_series(1, 2500)`,
      [realm],
    );
    await makeOld(app, '731 days');
    await app.db.query('REVOKE DELETE ON holds FROM tessera_all');
    await clean(app);
    expect(await count(app, 'notifications', "title = 'Old'")).toBe(0);
    expect(await count(app, 'tasks')).toBe(0);
    const { body } = await app.http<string>('GET', '/metrics');
    expect(body).toContain('tessera_purge_failures_total{kind="holds"} 1\n');
    await app.close();
  });

  describe.each(PARTITIONED)('of $table, which is partitioned by month', ({ table, kind, days, insert }) => {
    const partitions = async ({ db }: TestApp) =>
      (await db.query<{ name: string }>('SELECT name FROM partitions.months($1)', [table])).rows.map(
        ({ name }) => name,
      );
    /** Adds the partition that a server made `months` ago, as the tables' owner. */
    const addMonth = ({ db }: TestApp, months: number) =>
      db.query(`DO $$ BEGIN
        EXECUTE format('SET LOCAL ROLE %I', (SELECT tableowner FROM pg_tables WHERE tablename = '${table}'));
        CALL partitions.add_month('${table}', date_trunc('month', now(), 'UTC') - interval '${months} months');
      END $$`);

    it('drops months that are old as a whole, and keeps a month of which one row is young', async () => {
      const { app, realm } = await start();
      const youngest = Math.floor(days / 28) + 2;
      for (const months of [youngest, youngest - 1]) await addMonth(app, months);
      const [old] = await partitions(app);
      await app.db.query(insert(`date_trunc('month', now(), 'UTC') - interval '${youngest} months'`), [
        realm,
      ]);
      expect(await count(app, `partitions.${old}`)).toBe(1);
      const before = await count(app, table);
      await clean(app);
      expect(await count(app, table)).toBe(before - 1);
      expect(await partitions(app)).not.toContain(old);
      const { body } = await app.http<string>('GET', '/metrics');
      expect(body).toContain(`tessera_purged_rows_total{kind="${kind}"} 1\n`);
      await app.close();
    });

    it('says how many rows a large month had without reading them', async () => {
      const { app, realm } = await start();
      const months = Math.floor(days / 28) + 2;
      await addMonth(app, months);
      const [old] = await partitions(app);
      await app.db.query(`ALTER TABLE partitions.${old} SET (fillfactor = 10, autovacuum_enabled = off)`);
      const at = `date_trunc('month', now(), 'UTC') - interval '${months} months'`;
      await app.db.query(`${insert(at)} FROM generate_series(1, 100000)`, [realm]);
      await app.db.query(`ANALYZE partitions.${old}`);
      await app.db.query(`DELETE FROM partitions.${old} WHERE id % 2 = 0`);
      await clean(app);
      expect(await partitions(app)).not.toContain(old);
      const { body } = await app.http<string>('GET', '/metrics');
      expect(body).toContain(`tessera_purged_rows_total{kind="${kind}"} 100000\n`);
      await app.close();
    });

    it('removes old rows of no month in batches, and younger ones stay', async () => {
      const { app, realm } = await start();
      const before = await count(app, table);
      const old = insert(`now() - interval '${days + 1} days' - n * interval '1 hour'`);
      await app.db.query(`${old} FROM generate_series(1, 2500) n`, [realm]);
      await app.db.query(insert(`now() - interval '${days - 1} days'`), [realm]);
      await clean(app);
      expect(await count(app, table)).toBe(before + 1);
      await app.close();
    });

    it('makes the partitions of this month and the next three, and moves rows there that came before', async () => {
      const { app, realm } = await start();
      const made = await partitions(app);
      expect(made).toHaveLength(5);
      const last = made[3]!;
      const { rows } = await app.db.query<{ begins: Date }>(
        'SELECT begins FROM partitions.months($1) WHERE name = $2',
        [table, last],
      );
      await app.db.query(`DROP TABLE partitions.${last}`);
      await app.db.query(insert(`'${rows[0]!.begins.toISOString()}'`), [realm]);
      expect(await count(app, `partitions.${table}_default`)).toBe(1);
      await clean(app);
      expect(await partitions(app)).toEqual(made);
      expect(await count(app, `partitions.${last}`)).toBe(1);
      await app.close();
    });

    it('drops no month that is younger than the least age, not even for the owner', async () => {
      const { app } = await start();
      const [month] = await partitions(app);
      await expect(app.db.query('SELECT drop_partition($1, $2)', [table, month])).rejects.toThrow(
        'too young',
      );
      await expect(
        app.db.query('SELECT drop_partition($1, $2)', [table, `${table}_default`]),
      ).rejects.toThrow('too young');
      await expect(app.db.query('SELECT purge_rows($1, now(), 10)', [table])).rejects.toThrow('are kept for');
      await app.close();
    });
  });

  describe('with an archive', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tessera-archive-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const rowsOf = ({ kind, name }: { kind: string; name: string }) =>
      gunzipSync(readFileSync(path.join(folder, kind, `${name}.ndjson.gz`)))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);

    it('keeps removed rows as compressed JSON with a manifest, and a verification finds damage', async () => {
      const { app, realm } = await start({ ARCHIVE: folder });
      await app.db.query(`DO $$ BEGIN
        EXECUTE format('SET LOCAL ROLE %I', (SELECT tableowner FROM pg_tables WHERE tablename = 'audit'));
        CALL partitions.add_month('audit', date_trunc('month', now(), 'UTC') - interval '50 months');
      END $$`);
      const [, audit] = PARTITIONED;
      await app.db.query(
        `${audit!.insert("date_trunc('month', now(), 'UTC') - interval '50 months'")} FROM generate_series(1, 2100)`,
        [realm],
      );
      await app.db.query(audit!.insert("now() - interval '2000 days'"), [realm]);
      await makeOld(app, '731 days');
      await clean(app);

      const archives = await listRowArchives(folder);
      const counts = archives.map(({ kind, rows }) => [kind, rows]);
      expect(counts).toEqual([
        ['audit', 1],
        ['audit', 2100],
        ['holds', 1],
        ['notifications', 1],
        ['operations', 1],
        ['tasks', 2],
      ]);
      const [tasks] = archives.filter(({ kind }) => kind === 'tasks');
      const [, second] = rowsOf(tasks!);
      expect(second).toMatchObject({ realm_id: realm, status: 'failed', events: [{ what: 'create' }] });
      expect(await Promise.all(archives.map((one) => verifyRowArchive(folder, one)))).toEqual(
        archives.map(() => null),
      );
      expect(await listUnfinished(folder)).toEqual([]);

      const file = path.join(folder, 'tasks', `${tasks!.name}.ndjson.gz`);
      const bytes = readFileSync(file);
      bytes[bytes.length - 9]! ^= 1;
      writeFileSync(file, bytes);
      expect(await verifyRowArchive(folder, tasks!)).toBe('its SHA-256 differs from the manifest');
      writeFileSync(file, bytes.subarray(1));
      expect(await verifyRowArchive(folder, tasks!)).toBe('its size differs from the manifest');
      await app.close();
    });

    it('removes nothing that it could not archive', async () => {
      const file = path.join(folder, 'a-file');
      writeFileSync(file, '');
      const { app } = await start({ ARCHIVE: file });
      await makeOld(app, '731 days');
      await clean(app);
      expect(await count(app, 'tasks')).toBe(2);
      const { body } = await app.http<string>('GET', '/metrics');
      expect(body).toContain('tessera_purge_failures_total{kind="tasks"} 1\n');
      await app.close();
    });
  });

  it('does not keep the audit log for less than a year', () => {
    const settings = (RETENTION_AUDIT_DAYS: string) =>
      loadConfig({
        DATABASE_URL: 'postgres://localhost/tessera',
        TOKEN_SECRET: 'a secret of the tests alone, long enough',
        SEALING_KEYS: 'k:AAAA',
        RETENTION_AUDIT_DAYS,
      }).retention.audit;
    expect(() => settings('364')).toThrow(ConfigError);
    expect(() => settings('364')).toThrow('RETENTION_AUDIT_DAYS must be at least 365, or 0');
    expect([settings('365'), settings('0')]).toEqual([365, 0]);
  });
});
