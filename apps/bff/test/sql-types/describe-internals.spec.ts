import { Client } from 'pg';
import { databaseUrl, TEMPLATE, type TestPostgres } from '../postgres';
import { describeStatement } from './describe-internals';

let client: Client;

beforeAll(async () => {
  const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
  client = new Client({ connectionString: databaseUrl(postgres.adminUrl, TEMPLATE) });
  await client.connect();
});

afterAll(() => client.end());

// What `describe-internals.ts` needs of pg: these fail when a new version does something else.

test('names the columns and their types, without running the statement', async () => {
  const described = await describeStatement(
    client,
    "INSERT INTO rollups (name, counted_until) VALUES ('never', now()) RETURNING name, counted_until AS until",
  );
  expect(described).toMatchObject({
    columns: [
      { name: 'name', dataTypeID: 25 },
      { name: 'until', dataTypeID: 1184 },
    ],
  });
  expect((await client.query("SELECT FROM rollups WHERE name = 'never'")).rowCount).toBe(0);
});

test('a statement without rows has no columns', async () => {
  expect(await describeStatement(client, 'DELETE FROM rollups')).toEqual({ columns: [] });
});

test('a parameter without a type is a text', async () => {
  expect(await describeStatement(client, 'SELECT $2::int AS n')).toMatchObject({ columns: [{ name: 'n' }] });
});

test('gives the error, after which the connection is as before', async () => {
  expect(await describeStatement(client, 'SELECT nothing FROM realms')).toMatchObject({
    error: { message: 'column "nothing" does not exist' },
  });
  expect((await client.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
