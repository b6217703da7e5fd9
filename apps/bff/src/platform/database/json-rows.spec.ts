import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/app';
import { rowWriter } from './json-rows';
import { prepared, writePage } from './prepared';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  client = new Client({ connectionString: app.databaseUrl, options: '-c TimeZone=UTC', query_timeout: 5000 });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const written = async (sql: string, keep = 100) => {
  const page = await writePage(client, prepared(sql, [], false), keep, (fields) => rowWriter(fields));
  return { ...page, read: JSON.parse(page.rows.bytes.toString()) as unknown };
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
])('writes %s as pg reads them and JSON.stringify writes them', async (_, sql) => {
  const { rows } = await client.query<object>(sql);
  expect((await written(sql)).read).toEqual(JSON.parse(JSON.stringify(rows)));
});

it('writes no row, many, and only as many as asked for', async () => {
  expect((await written('SELECT 1 AS a WHERE false')).read).toEqual([]);
  const many = await written(`SELECT n, repeat('é', 900) AS text FROM generate_series(1, 300) n`, 250);
  expect(many.read).toHaveLength(250);
  expect(many).toMatchObject({ more: true, rows: { length: 250 }, last: ['250', expect.any(String)] });
});

it('fails when the statement does, and the connection goes on', async () => {
  await expect(written('SELECT 1 / 0 AS a')).rejects.toThrow('division by zero');
  expect((await written('SELECT 1 AS a')).read).toEqual([{ a: 1 }]);
});
