import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { migrations } from '../../migrations';
import { installQueue, QUEUE_SCHEMA } from '../queue/install';
import { adoptMigrations } from './adopt-migrations';
import { databaseOptions } from './data-source';
import { connectionTo } from './hosts';
import { lockMigrations } from './migration-lock';
import { grantOperators } from './operator-grants';

/** Lock not available, and a deadlock with the servers' work: either way the migration was rolled back whole. */
const LOCKED = ['55P03', '40P01'];
/** Longest time that migrations try to get a lock, and the longest pause between two attempts. */
const GIVE_UP_MS = 10 * 60_000;
const MAX_PAUSE_MS = 10_000;

/**
 * Runs `migrate` again while it fails because a table stays locked, or because it deadlocked with a server's request. The pause lets those proceed that waited behind it.
 *
 * @param report gets the number of the attempt that failed
 */
export async function retryLocked<T>(
  migrate: () => Promise<T>,
  report: (attempt: number) => void,
): Promise<T> {
  const limit = performance.now() + GIVE_UP_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate();
    } catch (error) {
      const { code } = (error instanceof QueryFailedError ? error.driverError : error) as { code?: string };
      if (!LOCKED.includes(code ?? '') || performance.now() > limit) throw error;
      report(attempt);
      await delay(Math.min(MAX_PAUSE_MS, 250 * 2 ** attempt));
    }
  }
}

/** The role that servers sign in as, created by the cluster's administrator (deploy/postgres/10-owner.sh). */
const SERVING_ROLE = 'tessera_server';

/** The oldest version of PostgreSQL that is supported. */
const OLDEST_VERSION = 15;

/**
 * Runs pending migrations. Of several processes that start at once, one does and the others wait. It uses its own
 * connections, since a migration may take longer than a request. `only`: the names of the migrations to run.
 */
export async function migrate(databaseUrl: string, only?: readonly string[]): Promise<void> {
  const dataSource = new DataSource({
    ...databaseOptions({ databaseUrl, databasePool: 2 }),
    migrations: only ? migrations.filter((Migration) => only.includes(new Migration().name)) : migrations,
  });
  const lock = await open(databaseUrl, 'tessera-migration-lock');
  const owner = await open(databaseUrl, 'tessera-migration');
  try {
    await requireVersion(owner);
    await lockMigrations(lock);
    await adoptMigrations(owner);
    await dataSource.initialize();
    await retryLocked(() => dataSource.runMigrations({ transaction: 'each' }), reportLocked);
    await installQueue(owner);
    await grantServing(owner);
    await grantOperators(owner);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await owner.end();
    await lock.end();
  }
}

async function open(databaseUrl: string, name: string): Promise<Client> {
  const client = new Client({ ...connectionTo(databaseUrl), application_name: name, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
  );
  const [found] = rows;
  if (found && found.number < OLDEST_VERSION * 10_000)
    throw new Error(`PostgreSQL ${found.version} is too old: Tessera needs ${OLDEST_VERSION} or newer`);
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
  const client = await open(databaseUrl, 'tessera-migration');
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
 * Grants the serving role what it needs besides tessera_realm and tessera_all: to switch to tessera_console, the queue engine's rows
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
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tessera_console')
      AND NOT pg_has_role('${SERVING_ROLE}', 'tessera_console', 'MEMBER') THEN
      EXECUTE 'GRANT tessera_console TO ${SERVING_ROLE}' || CASE WHEN current_setting('server_version_num')::int >= 160000
        THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
    END IF;
  END IF;
END $$`);
}
