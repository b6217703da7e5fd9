import { Client } from 'pg';
import { startApp, type TestApp } from '../../test/app';
import { databaseUrl, type TestPostgres } from '../../test/postgres';
import { checkUpgrade } from './upgrade-check';

const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  owner = databaseUrl(postgres.url, new URL(app.databaseUrl).pathname.slice(1));
});
afterAll(() => app.close());

const textsOf = async (level: string, url = owner) =>
  (await checkUpgrade(url)).filter((finding) => finding.level === level).map(({ text }) => text);

/** Records one backup, made this long ago. */
const backedUp = (ago: string) =>
  app.db.query(
    `WITH others AS (DELETE FROM backups)
     INSERT INTO backups VALUES (gen_random_uuid(), 'archive', now() - $1::interval, now() - $1::interval, 1)`,
    [ago],
  );

it('finds nothing in the way of a current installation with a backup', async () => {
  await backedUp('1 hour');
  expect(await textsOf('error')).toEqual([]);
  expect(await textsOf('warning')).toEqual([]);
  expect(await textsOf('ok')).toContain('No migration is pending');
});

it('asks for a backup when the last one is old', async () => {
  await backedUp('30 hours');
  expect(await textsOf('warning')).toEqual(['The last backup is 30 h old']);
});

it('names pending migrations, and rejects for a role that may not run them', async () => {
  const { rows } = await app.db.query<{ id: number; timestamp: string; name: string }>(
    'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING id, timestamp, name',
  );
  const [last] = rows;
  expect((await textsOf('ok')).join()).toContain(last?.name);
  expect(await textsOf('error', app.databaseUrl)).toEqual(['tessera_server may not change the tables']);
  await app.db.query('INSERT INTO migrations VALUES ($1, $2, $3)', [last?.id, last?.timestamp, last?.name]);
});

it('does not go back behind a newer version', async () => {
  await app.db.query("INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1763600099999')");
  expect(await textsOf('error')).toEqual([
    'The database has 1 migrations of a newer version: Later1763600099999',
  ]);
  await app.db.query("DELETE FROM migrations WHERE name = 'Later1763600099999'");
});

it('names the version that older tables have to pass through', async () => {
  await app.db.query(
    "CREATE TABLE kept AS SELECT * FROM migrations; UPDATE migrations SET name = 'Old1763600000001'",
  );
  const errors = (await checkUpgrade(owner)).filter(({ level }) => level === 'error');
  expect(errors).toEqual([
    expect.objectContaining({
      text: 'The tables are too old for this version',
      advice: expect.stringContaining('commit ffce3056') as string,
    }),
  ]);
  await app.db.query('DELETE FROM migrations; INSERT INTO migrations SELECT * FROM kept; DROP TABLE kept');
});

it('names the process whose transaction keeps tables from migrations', async () => {
  const idle = new Client({ connectionString: owner, application_name: 'report' });
  await idle.connect();
  await idle.query('BEGIN; SELECT FROM tasks');
  const { rows } = await idle.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const findings = await checkUpgrade(owner, '0 seconds');
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      text: expect.stringContaining(`Process ${rows[0]?.pid} (report)`) as string,
    }),
  );
  await idle.end();
});
