import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../../test/app';
import { createDatabase, databaseUrl, dropDatabase, TEMPLATE, type TestPostgres } from '../../test/postgres';
import { databaseOptions } from '../platform/database/data-source';

/** Tables that have none for good: `list_versions` has no primary key, which TypeORM requires; triggers alone write it. */
const TABLES_WITHOUT_ENTITY = ['list_versions', 'migrations'];

/**
 * What TypeORM can't describe, so that the migrations alone have it; dropped before the comparison. It compares check
 * constraints by name alone, keeps the expressions of generated columns in a table of its own, and knows neither the
 * order nor the collations, the expressions or the conditions of an index.
 */
const DROP_UNDESCRIBABLE = `
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype = 'c'
    UNION ALL
    SELECT format('DROP INDEX %s', x.indexrelid::regclass) FROM pg_index x
    JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam
    WHERE i.relnamespace = 'public'::regnamespace
      AND (x.indpred IS NOT NULL OR x.indexprs IS NOT NULL OR m.amname <> 'btree' OR x.indoption::text ~ '[1-9]'
        OR '"und-x-icu"'::regcollation = ANY (x.indcollation))
    UNION ALL
    SELECT format('ALTER TABLE %s ALTER COLUMN %I DROP EXPRESSION', attrelid::regclass, attname) FROM pg_attribute
    JOIN pg_class t ON t.oid = attrelid AND t.relnamespace = 'public'::regnamespace
    WHERE attgenerated <> ''
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`;

describe('entities and migrations', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const describedTables = () => app.nest.get(DataSource).entityMetadatas.map(({ tableName }) => tableName);

  it('agree: TypeORM would change nothing in a migrated database', async () => {
    const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
    const name = `test_${randomBytes(8).toString('hex')}`;
    await createDatabase(postgres, name, TEMPLATE);
    const source = new DataSource({
      ...databaseOptions({ databaseUrl: databaseUrl(postgres.url, name), databasePool: 1 }),
      entities: app.nest.get(DataSource).entityMetadatas.map(({ target }) => target),
    });
    try {
      await source.initialize();
      await source.query(DROP_UNDESCRIBABLE);
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await source.destroy();
      await dropDatabase(postgres, name);
    }
  });

  it('have an entity for each table', async () => {
    const { rows } = await app.db.query<{ tablename: string }>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    );
    const expected = [...describedTables(), ...TABLES_WITHOUT_ENTITY].sort();
    expect(rows.map(({ tablename }) => tablename)).toEqual(expected);
  });

  it('leave generated columns to the database', async () => {
    const { rows } = await app.db.query<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND is_generated = 'ALWAYS'`,
    );
    const generated = new Set(rows.map(({ column }) => column));
    const written = app.nest
      .get(DataSource)
      .entityMetadatas.flatMap(({ tableName, columns }) =>
        columns
          .filter(({ isInsert, isUpdate }) => isInsert || isUpdate)
          .map(({ databaseName }) => `${tableName}.${databaseName}`),
      );
    expect(written.filter((column) => generated.has(column))).toEqual([]);
  });
});
