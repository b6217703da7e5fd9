import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { installQueue, QUEUE_SCHEMA } from '../queue/install';
import { databaseOptions } from './data-source';

/** Any number that no other use of advisory locks has. */
const MIGRATION_LOCK = 7_355_608;
/** The role that servers sign in as; the cluster's administrator makes it (deploy/postgres/10-owner.sh). */
const SERVING_ROLE = 'tessera_server';

/**
 * Brings the database's tables up to date; of several processes that start at once one does, the others wait. Over
 * connections of its own, since a migration may take longer than a request.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const dataSource = new DataSource(databaseOptions({ databaseUrl, databasePool: 2 }));
  const lock = new Client({ connectionString: databaseUrl });
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    await installQueue(lock);
    await grantServing(lock);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await lock.end();
  }
}

/**
 * Migrates as the tables' owner: at `migrationUrl`, else at `servingUrl` where that is the owner's. A server that has a
 * serving role alone leaves it to the migration job; `/readyz` says when that is behind.
 */
export async function migrateAtStart(servingUrl: string, migrationUrl?: string | null): Promise<void> {
  if (migrationUrl) return migrate(migrationUrl);
  if (await makesTables(servingUrl)) await migrate(servingUrl);
}

async function makesTables(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ may: boolean }>(
      "SELECT has_schema_privilege('public', 'CREATE') AS may",
    );
    return rows[0]?.may ?? false;
  } finally {
    await client.end();
  }
}

/**
 * What the serving role needs beside tessera_realm and tessera_all, which it switches to: the queue engine's rows, and
 * which migrations have run. Each time, since a database may get its serving role late.
 */
async function grantServing(owner: Client): Promise<void> {
  await owner.query(`
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVING_ROLE}') THEN
    GRANT USAGE ON SCHEMA public, ${QUEUE_SCHEMA} TO ${SERVING_ROLE};
    GRANT SELECT ON migrations TO ${SERVING_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO ${SERVING_ROLE};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${QUEUE_SCHEMA} TO ${SERVING_ROLE};
  END IF;
END $$`);
}
