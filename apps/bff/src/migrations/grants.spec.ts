import { Client, DatabaseError } from 'pg';
import { startApp, type TestApp } from '../../test/app';

const FORBIDDEN = '42501';
/** Columns that hold what proves who somebody is. */
const secretColumn = /hash|secret|^p256dh$|^auth$/;
/** What a realm's role needs all the same: the hashes of a plan and of a keyed request, a new invitation's token, and what is sealed or a digest of that. */
const allowed = new Set([
  'approvals.plan_hash',
  'idempotency_keys.request_hash',
  'invitations.token_hash INSERT',
  'login_checks.secrets_digest SELECT',
  'logins.secrets',
  'queue_links.secrets',
  'webhooks.secrets',
]);

type Grant = { grantee: string; table: string; column: string; privilege: string };

describe('the roles that the product works as', () => {
  let app: TestApp;
  let serving: Client;
  beforeAll(async () => {
    app = await startApp();
    serving = new Client({ connectionString: app.databaseUrl });
    await serving.connect();
  });
  afterAll(async () => {
    await serving.end();
    await app.close();
  });

  const rejection = (sql: string): Promise<string | undefined> =>
    serving.query(sql).then(
      () => 'done',
      (error: unknown) => (error instanceof DatabaseError ? error.code : String(error)),
    );

  it('serve as one that owns nothing and makes no tables', async () => {
    const { rows } = await serving.query<{ role: string; owned: number; creates: boolean }>(
      `SELECT current_user::text AS role, has_schema_privilege('public', 'CREATE') AS creates,
         (SELECT count(*)::int FROM pg_class WHERE relowner = current_user::regrole) AS owned`,
    );
    expect(rows).toEqual([{ role: 'tessera_server', owned: 0, creates: false }]);
    for (const sql of [
      'CREATE TABLE mine (id int)',
      'ALTER TABLE audit DISABLE ROW LEVEL SECURITY',
      'DROP TABLE audit',
      'TRUNCATE audit',
      'CREATE ROLE somebody',
    ]) {
      expect([sql, await rejection(sql)]).toEqual([sql, FORBIDDEN]);
    }
    for (const role of ['tessera_realm', 'tessera_all']) {
      await serving.query(`SET ROLE ${role}`);
      for (const sql of [
        'TRUNCATE audit',
        'UPDATE audit SET who = who',
        'DELETE FROM audit',
        'CREATE TABLE mine ()',
      ])
        expect([role, sql, await rejection(sql)]).toEqual([role, sql, FORBIDDEN]);
      await serving.query('RESET ROLE');
    }
  });

  it('may neither truncate, trigger nor refer to any table, nor change what is only ever added to', async () => {
    const { rows } = await app.db.query<Grant>(
      `SELECT grantee, table_name AS table, '' AS column, privilege_type AS privilege
       FROM information_schema.table_privileges
       WHERE table_schema = 'public' AND grantee IN ('tessera_server', 'tessera_realm', 'tessera_all', 'PUBLIC')`,
    );
    expect(rows.length).toBeGreaterThan(50);
    const ledgers = ['audit', 'task_events', 'module_releases', 'module_rollbacks'];
    const wrong = rows.filter(
      ({ table, privilege }) =>
        ['TRUNCATE', 'TRIGGER', 'REFERENCES'].includes(privilege) ||
        (ledgers.includes(table) && ['UPDATE', 'DELETE'].includes(privilege)),
    );
    expect(wrong).toEqual([]);
    expect(rows.filter(({ grantee }) => grantee === 'tessera_server')).toEqual([
      expect.objectContaining({ table: 'migrations', privilege: 'SELECT' }),
    ]);
  });

  it("keep hashes and keys from a realm's role: neither read nor written", async () => {
    const { rows } = await app.db.query<Grant>(
      `SELECT grantee, table_name AS table, column_name AS column, privilege_type AS privilege
       FROM information_schema.column_privileges WHERE table_schema = 'public' AND grantee = 'tessera_realm'`,
    );
    const secrets = rows
      .filter(({ column }) => secretColumn.test(column))
      .map(
        ({ table, column, privilege }) => [`${table}.${column}`, `${table}.${column} ${privilege}`] as const,
      )
      .filter(([column, granted]) => !allowed.has(column) && !allowed.has(granted));
    expect(secrets.map(([, granted]) => granted)).toEqual([]);
    expect(rows.some(({ table, column }) => table === 'users' && column === 'email')).toBe(true);
  });
});
