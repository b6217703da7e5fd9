import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { createDatabase, databaseUrl, dropDatabase, type TestPostgres } from '../../test/postgres';
import { databaseOptions } from '../platform/database/data-source';
import { migrations } from '.';

/** The last migration before the first table is partitioned. */
const BEFORE = 1_763_600_000_106;
const numberOf = (Migration: (typeof migrations)[number]) => Number(new Migration().name.slice(-13));

const PARTITIONED = [
  {
    table: 'push_deliveries',
    migration: 1_763_600_000_107,
    insert: "INSERT INTO push_deliveries (user_id, topic, outcome) SELECT 1, 'test', 'sent'",
  },
  {
    table: 'audit',
    migration: 1_763_600_000_108,
    insert:
      "INSERT INTO audit (actor_kind, who, action, entity) SELECT 'system', 'test', 'list.export', 'test'",
  },
  {
    table: 'task_events',
    migration: 1_763_600_000_109,
    insert:
      "INSERT INTO task_events (realm_id, task_id, actor_kind, who, what) SELECT 1, 1, 'system', 'test', 'create'",
  },
];

describe('partitioning a table that has rows', () => {
  const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = databaseUrl(postgres.url, name);
  let owner: Client;

  const migrate = async (to: number): Promise<void> => {
    const options = databaseOptions({ databaseUrl: url, databasePool: 2 });
    const source = new DataSource({
      ...options,
      migrations: migrations.filter((one) => numberOf(one) <= to),
    });
    await source.initialize();
    await source.runMigrations({ transaction: 'each' });
    await source.destroy();
  };
  /** What a table has besides its rows: columns, constraints, indexes, policies and grants. */
  const shape = async (table: string) => {
    const lists = [
      `SELECT format('%s %s %s %s %s', attname, atttypid::regtype, attnotnull, attidentity, pg_get_expr(adbin, adrelid)) AS line
       FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE attrelid = $1::regclass AND attnum > 0`,
      `SELECT format('%s %s', conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')) AS line FROM pg_constraint
       WHERE conrelid = $1::regclass AND contype IN ('c', 'f')`,
      `SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS line FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
      `SELECT format('%s %s %s %s', policyname, cmd, roles, qual) AS line FROM pg_policies WHERE tablename = $1::regclass::text`,
      `SELECT format('%s %s', grantee::regrole, privilege_type) AS line FROM pg_class, aclexplode(relacl)
       WHERE oid = $1::regclass AND grantee <> relowner`,
      `SELECT format('%s %s', relrowsecurity, relforcerowsecurity) AS line FROM pg_class WHERE oid = $1::regclass`,
      `SELECT format('%s %s', objsubid, description) AS line FROM pg_description WHERE objoid = $1::regclass`,
    ];
    const found: string[][] = [];
    for (const sql of lists)
      found.push(
        (await owner.query<{ line: string }>(`${sql} ORDER BY 1`, [table])).rows.map(({ line }) => line),
      );
    return found;
  };
  const months = async (table: string) =>
    (await owner.query<{ name: string }>('SELECT name FROM partitions.months($1)', [table])).rows;

  beforeAll(async () => {
    await createDatabase(postgres, name);
    await migrate(BEFORE);
    owner = new Client({ connectionString: databaseUrl(postgres.adminUrl, name) });
    await owner.connect();
    await owner.query(
      `INSERT INTO users (email, name, role, password_hash) VALUES ('a@quayside.example', 'A', 'admin', 'x')`,
    );
    await owner.query("INSERT INTO realms (name) VALUES ('Quayside')");
    await owner.query('SET session_replication_role = replica');
  });
  afterAll(async () => {
    await owner.end();
    await dropDatabase(postgres, name);
  });

  it.each(PARTITIONED)(
    'keeps rows, ids, indexes, keys, policies and grants of $table',
    async ({ table, migration, insert }) => {
      await owner.query(insert);
      await owner.query(`${insert} FROM generate_series(1, 99)`);
      const before = await shape(table);
      const { rows: kept } = await owner.query(`SELECT * FROM ${table} ORDER BY id`);
      await migrate(migration);
      expect(await shape(table)).toEqual(before);
      expect((await owner.query(`SELECT * FROM ${table} ORDER BY id`)).rows).toEqual(kept);
      const { rows } = await owner.query(`${insert} RETURNING id, tableoid::regclass::text AS part`);
      expect(rows).toEqual([{ id: '101', part: `partitions.${table}_past` }]);
      expect((await months(table)).map(({ name: part }) => part)).toEqual([
        `${table}_past`,
        expect.stringMatching(/_\d{4}_\d{2}$/),
        expect.stringMatching(/_\d{4}_\d{2}$/),
        `${table}_default`,
      ]);
      expect((await owner.query(`SELECT FROM partitions.${table}_default`)).rowCount).toBe(0);
    },
  );
});
