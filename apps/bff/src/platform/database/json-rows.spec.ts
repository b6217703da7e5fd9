import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/app';
import { compileRowWriter, type TextRow, writeRows } from './json-rows';
import { textStatement } from './statements';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  client = new Client({ connectionString: app.databaseUrl, options: '-c TimeZone=UTC' });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const readAsJson = async (sql: string) => {
  const { rows, fields } = await client.query<TextRow>(textStatement(sql, [], null));
  return JSON.parse(writeRows(rows, compileRowWriter(fields)).bytes.toString()) as unknown;
};

it.each([
  [
    'numbers',
    `SELECT 1 AS a, -2::smallint AS b, 1.5::float8 AS c, 'NaN'::float8 AS d, 1e300::float8 AS e, NULL::int AS f`,
  ],
  [
    'words',
    `SELECT true AS a, false AS b, 'plain' AS c, 'x'::varchar AS d, '' AS e, gen_random_uuid() IS NULL AS f`,
  ],
  ['text that JSON escapes', String.raw`SELECT E'"quote" \\ \n \t \x01 \x1f' AS a, 'é 🎫   “”' AS "b ""c"""`],
  ['JSON', `SELECT '{"a": [1, "x\\n", null]}'::jsonb AS a, '[]'::json AS b, 'null'::jsonb AS c`],
  ['arrays', `SELECT ARRAY[1, NULL, 3] AS a, ARRAY['x', 'y"'] AS b, '{}'::int[] AS c`],
  [
    'instants',
    `SELECT timestamptz '2026-11-20 23:26:28+00' AS a, timestamptz '2026-11-20 23:26:28.1+00' AS b,
       timestamptz '2026-11-20 23:26:28.123456+00' AS c, timestamptz '2026-01-01 01:00+02' AS d`,
  ],
])('writes %s as JSON.stringify writes the values that pg parses', async (_, sql) => {
  const { rows } = await client.query<object>(sql);
  expect(await readAsJson(sql)).toEqual(JSON.parse(JSON.stringify(rows)));
});

it('writes no rows as an empty array, and many rows', async () => {
  expect(await readAsJson('SELECT 1 AS a WHERE false')).toEqual([]);
  expect(await readAsJson(`SELECT n, repeat('é', 900) AS text FROM generate_series(1, 300) n`)).toHaveLength(
    300,
  );
});
