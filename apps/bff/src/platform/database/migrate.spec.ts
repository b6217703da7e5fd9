import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  TEMPLATE,
  type TestPostgres,
} from '../../../test/postgres';
import { ConcurrentIndexes, SqlMigration } from '../../migrations/sql-migration';
import { databaseOptions } from './data-source';
import { retryLocked } from './migrate';

class Note extends SqlMigration {
  readonly name = 'Note1763600009998';
  protected readonly sql = 'ALTER TABLE templates ADD lock_note text';
}

class NoteIndex extends ConcurrentIndexes {
  readonly name = 'NoteIndex1763600009999';
  protected readonly indexes = { templates_lock_note: 'templates (lock_note)' };
}

const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
const name = `test_${randomBytes(8).toString('hex')}`;
const url = databaseUrl(postgres.url, name);
let source: DataSource;
beforeAll(async () => {
  await createDatabase(postgres, name, TEMPLATE);
  source = new DataSource({
    ...databaseOptions({ databaseUrl: url, databasePool: 2 }),
    migrations: [Note, NoteIndex],
  });
  await source.initialize();
});
afterAll(async () => {
  await source.destroy();
  await dropDatabase(postgres, name);
});

it('migrates once a locked table is free, and builds an index outside a transaction', async () => {
  const reader = new Client({ connectionString: url });
  await reader.connect();
  await reader.query('BEGIN; SELECT FROM templates');
  let attempts = 0;
  const migrated = await retryLocked(
    () => source.runMigrations({ transaction: 'each' }),
    () => {
      attempts += 1;
      void reader.query('COMMIT');
    },
  );
  expect(attempts).toBe(1);
  expect(migrated.map((migration) => migration.name)).toEqual([new Note().name, new NoteIndex().name]);
  await reader.end();
});

it('reports any other error at once', async () => {
  const failing = retryLocked(
    () => source.query('SELECT 1 / 0'),
    () => undefined,
  );
  await expect(failing).rejects.toThrow('division by zero');
});
