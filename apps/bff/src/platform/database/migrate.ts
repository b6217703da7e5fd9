import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { installQueue } from '../queue/install';

/** Any number that no other use of advisory locks has. */
const MIGRATION_LOCK = 7_355_608;

/** Brings the database's tables up to date; of several processes that start at once one does, the others wait. */
export async function migrate(dataSource: DataSource, databaseUrl: string): Promise<void> {
  const lock = new Client({ connectionString: databaseUrl });
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await dataSource.runMigrations({ transaction: 'each' });
    await installQueue(lock);
  } finally {
    await lock.end();
  }
}
