import { Client } from 'pg';
import { createDatabase, databaseUrl, dropDatabase, type TestPostgres } from '../../../test/postgres';
import { lockMigrations } from './migration-lock';

const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
const name = 'migration_lock';
const clients: Client[] = [];

beforeAll(() => createDatabase(postgres, name));
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await dropDatabase(postgres, name);
});

async function connect(application: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl(postgres.url, name),
    application_name: application,
  });
  clients.push(client);
  await client.connect();
  return client;
}

it('gives up naming the connection that holds the lock, and takes it once it is free', async () => {
  const holder = await connect('stuck-migration');
  const waiting = await connect('waiting-migration');
  // As servers before this version lock: for the session.
  const { rows } = await holder.query<{ pid: number }>(
    'SELECT pg_advisory_lock(7355608), pg_backend_pid() AS pid',
  );
  await expect(lockMigrations(waiting, 0)).rejects.toThrow(
    new RegExp(
      `process ${rows[0]?.pid} \\(application "stuck-migration", role tessera, from 127\\.0\\.0\\.1`,
    ),
  );
  await waiting.query('ROLLBACK');
  await holder.query('SELECT pg_advisory_unlock(7355608)');
  await lockMigrations(waiting, 0);
  await expect(lockMigrations(holder, 0)).rejects.toThrow('application "waiting-migration"');
});
