import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createDatabase, databaseUrl, dropDatabase, type TestPostgres } from '../../../test/postgres';
import { migrations } from '../../migrations';
import { adoptMigrations, readDone } from './adopt-migrations';
import { migrate } from './migrate';

const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
const known = migrations.map((Migration): string => new Migration().name);
const bySubject = known.filter((name) => Number(name.slice(-13)) < 1_795_910_400_000);
/** As many as there were, up to the last one. */
const replaced = [
  ...Array.from({ length: 117 }, (_, nth) => `Before${1_763_600_000_001 + nth}`),
  'JoinsOfChangedRows1763600000289',
];

describe('a database whose tables the replaced migrations made', () => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = databaseUrl(postgres.url, name);
  let owner: Client;

  const listed = async () =>
    (await owner.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).rows.map(
      (row) => row.name,
    );
  /** What the version before leaves behind. */
  const stand = async (names: readonly string[]) => {
    await owner.query('DELETE FROM migrations');
    await owner.query(
      'INSERT INTO migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name',
      [names],
    );
  };

  beforeEach(async () => {
    await createDatabase(postgres, name);
    await migrate(url, bySubject);
    owner = new Client({ connectionString: url });
    await owner.connect();
    await owner.query(`SET ROLE tessera_all; INSERT INTO realms (name) VALUES ('Quayside'); RESET ROLE`);
  });
  afterEach(async () => {
    await owner.end();
    await dropDatabase(postgres, name);
  });

  it('is taken over with its rows, and servers of the version before stay ready', async () => {
    await stand(replaced);
    await migrate(url);
    expect(await listed()).toEqual([...replaced, ...known]);
    await owner.query('SET ROLE tessera_all');
    expect((await owner.query('SELECT name FROM realms')).rows).toEqual([{ name: 'Quayside' }]);
    await owner.query('RESET ROLE');
    await migrate(url);
    expect(await listed()).toHaveLength(replaced.length + known.length);
  });

  it('that is too old is left alone, with the version that it has to pass through', async () => {
    for (const names of [replaced.slice(0, -1), replaced.slice(1), replaced.slice(0, 30)]) {
      await stand(names);
      await expect(migrate(url)).rejects.toThrow('run "tessera migrate" of 0.1.0 of 2026-11-29');
      expect(await listed()).toEqual(names);
    }
  });

  it('is taken over once by two processes that start at the same time', async () => {
    await stand(replaced);
    await Promise.all([migrate(url), migrate(url)]);
    expect(await listed()).toEqual([...replaced, ...known]);
  });
});

it('leaves an empty database to the migrations', async () => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createDatabase(postgres, name);
  const client = new Client({ connectionString: databaseUrl(postgres.url, name) });
  await client.connect();
  try {
    await adoptMigrations(client);
    const { rows } = await client.query("SELECT to_regclass('public.migrations') AS found");
    expect(rows).toEqual([{ found: null }]);
    await migrate(databaseUrl(postgres.url, name));
    const { rows: run } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    expect(run.map((row) => row.name)).toEqual(known);
  } finally {
    await client.end();
    await dropDatabase(postgres, name);
  }
});

it.each([
  ['nothing', [], [], false],
  ['all that were replaced', replaced, bySubject, false],
  ['some of them', replaced.slice(0, 5), [], true],
  ['a database that was taken over', [...replaced, ...known], known, false],
  ['a new one', known, known, false],
])('reads what has run of %s', (_, names, done, isTooOld) => {
  expect(readDone(names)).toEqual({ done, isTooOld });
});
