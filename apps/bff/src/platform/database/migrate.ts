import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { installQueue } from '../queue/install';
import { databaseOptions } from './data-source';

/** Any number that no other use of advisory locks has. */
const MIGRATION_LOCK = 7_355_608;

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
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await lock.end();
  }
}
