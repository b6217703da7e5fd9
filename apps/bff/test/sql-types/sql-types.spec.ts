import { databaseUrl, TEMPLATE, type TestPostgres } from '../postgres';
import { type Checked, checkStatements } from './check-statements';
import { exceptions } from './exceptions';
import { Sources } from './sources';

/** A repository with mistakes, to see that they are found. */
const SAMPLE = 'platform/mistakes.ts';
const sample = `
import type { Tx } from './database/transactions';
import { selectOne } from './database/select';
const columns = 'r.id, r.name';
const named = (alias: string) => \`\${alias}.name\`;
type Row = { id: number; name: string };
export async function mistakes(tx: Tx, statement: string) {
  await tx.query<Row>(\`SELECT \${columns} FROM realms r\`);
  await tx.query<Row>('SELECT r.id FROM realms r');
  await tx.query<{ id: number }>(\`SELECT \${columns} FROM realms r\`);
  await tx.query<{ id: string }>('SELECT id FROM realms');
  await tx.query<{ at: string }>('SELECT created_at AS at FROM realms');
  await tx.query<{ count: number }>('SELECT count(*) AS count FROM realms');
  await tx.query<{ ids: number[] }>('SELECT array_agg(name) AS ids FROM realms');
  await tx.execute(\`UPDATE realms SET nickname = 'x' WHERE \${named('realms')} = ''\`);
  await tx.execute('SELECT 1 FROM FROM realms');
  await selectOne<Row>(tx, { what: 'Realm', columns: 'r.id', from: 'FROM realms r', version: 'r.version' }, 'r.id = $1', []);
  await tx.execute(statement);
}`;

let checked: Checked;

beforeAll(async () => {
  const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
  checked = await checkStatements(
    new Sources({ [SAMPLE]: sample }),
    databaseUrl(postgres.adminUrl, TEMPLATE),
  );
}, 120_000);

const isSample = (fault: string): boolean => fault.includes(SAMPLE);

test('every statement fits the tables, and its columns are those of the type of its rows', () => {
  expect(checked.faults.filter((fault) => !isSample(fault))).toEqual([]);
});

test('the SQL of all calls is known but for the listed ones', () => {
  expect(checked.unknown.filter((name) => !isSample(name))).toEqual(Object.keys(exceptions).sort());
});

test('nearly all calls are found', () => {
  expect(checked.statements).toBeGreaterThan(700);
  expect(checked.compared).toBeGreaterThan(500);
});

test('a mistake is found', () => {
  expect(checked.faults.filter(isSample)).toEqual([
    expect.stringContaining(`(called by ${SAMPLE}:17): "name" of the type isn't read`),
    expect.stringContaining('mistakes.ts:9: "name" of the type isn\'t read'),
    expect.stringContaining('mistakes.ts:10: "name" is read for nothing'),
    expect.stringContaining('mistakes.ts:11: "id" is int4 in PostgreSQL and string in TypeScript'),
    expect.stringContaining('mistakes.ts:12: "at" is timestamptz in PostgreSQL and string in TypeScript'),
    expect.stringContaining('mistakes.ts:13: "count" is int8 in PostgreSQL and number in TypeScript'),
    expect.stringContaining('mistakes.ts:14: "ids" is _text in PostgreSQL and number[] in TypeScript'),
    expect.stringContaining('mistakes.ts:15: column "nickname" of relation "realms" does not exist'),
    expect.stringContaining('mistakes.ts:16: syntax error at or near "FROM"'),
  ]);
  expect(checked.unknown.filter(isSample)).toEqual([`${SAMPLE} mistakes`]);
});
