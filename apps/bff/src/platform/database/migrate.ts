import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { installQueue, QUEUE_SCHEMA } from '../queue/install';
import { databaseOptions } from './data-source';
import { retryLocked } from './lock-retries';

/** Key of the advisory lock; no other lock uses this number. */
const MIGRATION_LOCK = 7_355_608;
/** The role that servers sign in as, created by the cluster's administrator (deploy/postgres/10-owner.sh). */
const SERVING_ROLE = 'tessera_server';

/**
 * Runs pending migrations. Of several processes that start at once, one does and the others wait. It uses its own
 * connections, since a migration may take longer than a request.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const dataSource = new DataSource(databaseOptions({ databaseUrl, databasePool: 2 }));
  const lock = new Client({ connectionString: databaseUrl });
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.initialize();
    await retryLocked(() => dataSource.runMigrations({ transaction: 'each' }), reportLocked);
    await installQueue(lock);
    await grantServing(lock);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await lock.end();
  }
}

/**
 * Migrates as the tables' owner: at `migrationUrl`, or at `servingUrl` when its role owns the tables. A server that has only
 * a serving role leaves migrations to the migration job, and `/readyz` fails until they have run.
 */
export async function migrateAtStart(servingUrl: string, migrationUrl?: string | null): Promise<void> {
  if (migrationUrl) return migrate(migrationUrl);
  if (await makesTables(servingUrl)) await migrate(servingUrl);
}

const reportLocked = (attempt: number) =>
  new Logger('migrations').warn(
    `A migration waits for a table that a long query or transaction uses (attempt ${attempt}). ` +
      'To see which: SELECT pid, xact_start, application_name, query FROM pg_stat_activity ORDER BY xact_start',
  );

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
 * Grants the serving role what it needs besides tessera_realm and tessera_all, which it switches to: the queue engine's rows
 * and the list of migrations. Runs each time, since the serving role may be created later than the database.
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
