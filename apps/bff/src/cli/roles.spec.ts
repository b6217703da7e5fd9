import { Client } from 'pg';
import { createDatabase, databaseUrl, dropDatabase, type TestPostgres } from '../../test/postgres';
import { rolesCommand } from './roles';

const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
const name = 'operate_roles';
const env = {
  ADMIN_DATABASE_URL: postgres.adminUrl,
  TESSERA_BACKUP_DB_PASSWORD: 'backup-password',
  TESSERA_MONITORING_DB_PASSWORD: 'monitoring-password',
};
let out = '';

beforeAll(() => createDatabase(postgres, name));
afterAll(() => dropDatabase(postgres, name));
beforeEach(() => {
  out = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
});
afterEach(() => jest.restoreAllMocks());

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl(url, name) });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('corrects what the roles may do, and changes nothing the second time', async () => {
  await query(postgres.adminUrl, 'CREATE TABLE mistake (); ALTER TABLE mistake OWNER TO tessera_server');
  await query(postgres.adminUrl, 'GRANT CREATE ON SCHEMA public TO PUBLIC');
  expect(await rolesCommand.run(['--database', name], env)).toBe(0);
  expect(out).toContain('corrected: tessera_server owns nothing');
  expect(out).toContain('corrected: tessera_server creates nothing');
  expect(await query(postgres.serverUrl, 'SHOW statement_timeout')).toEqual([{ statement_timeout: '20s' }]);
  await expect(query(postgres.serverUrl, 'CREATE TABLE another ()')).rejects.toMatchObject({ code: '42501' });
  expect(
    await query(
      postgres.adminUrl,
      `SELECT rolname, rolbypassrls, pg_has_role(oid, 'pg_monitor', 'USAGE') AS monitors
       FROM pg_roles WHERE rolname IN ('tessera_backup', 'tessera_monitoring') ORDER BY 1`,
    ),
  ).toEqual([
    { rolname: 'tessera_backup', rolbypassrls: true, monitors: false },
    { rolname: 'tessera_monitoring', rolbypassrls: false, monitors: true },
  ]);

  out = '';
  expect(await rolesCommand.run(['--database', name], env)).toBe(0);
  expect(out).not.toMatch(/created|corrected/);
});
