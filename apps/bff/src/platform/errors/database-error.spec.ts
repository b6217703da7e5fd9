import { readFile } from 'node:fs/promises';
import { Pool } from 'pg';
import type { TestPostgres } from '../../../test/postgres';
import { toDatabaseError } from './database-error';

const failure = (code: string) => Object.assign(new Error('from Postgres'), { code });

it.each([
  ['the database was killed', failure('57P02')],
  ['the database is starting', failure('57P03')],
  ['the disk is full', failure('53100')],
  ['no connection is left', failure('53300')],
  ['a transaction was idle for too long', failure('25P03')],
  ['the password is refused', failure('28P01')],
  ['the connection is refused', failure('ECONNREFUSED')],
  ['the database stopped responding', new Error('Query read timeout')],
  ['a statement took too long', failure('57014')],
  ['the pooler has no database', Object.assign(failure('08P01'), { severity: 'FATAL' })],
])('answers 503 with Retry-After when %s', (_, error) => {
  expect(toDatabaseError(error)).toMatchObject({
    code: 'UNAVAILABLE',
    retryAfter: expect.any(Number) as number,
  });
});

it('says that the server is busy, not that the database is away, while its connections are in use', async () => {
  const { url } = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 2000 });
  const client = await pool.connect();
  const error: unknown = await pool.connect().catch((thrown: unknown) => thrown);
  client.release();
  await pool.end();
  expect(toDatabaseError(error)).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The server is busy. Try again.',
    retryAfter: 2,
  });
});

it('takes a missing socket for a missing database, and a missing file for none', async () => {
  const pool = new Pool({ host: '/no/such/folder' });
  const missing = [pool.query('SELECT 1'), readFile('/no/such/folder/index.html')];
  const errors = await Promise.all(missing.map((one) => one.catch((thrown: unknown) => thrown)));
  await pool.end();
  expect(errors).toEqual(Array(2).fill(expect.objectContaining({ code: 'ENOENT' })));
  expect(errors.map(toDatabaseError)).toEqual([expect.objectContaining({ code: 'UNAVAILABLE' }), null]);
});

it('ignores errors that the server itself caused', () => {
  expect(toDatabaseError(failure('42P01'))).toBeNull();
  // A statement with too few parameters.
  expect(toDatabaseError(failure('08P01'))).toBeNull();
  const repeats = Object.assign(new Error('column "connection terminated" does not exist'), {
    code: '42703',
  });
  expect(toDatabaseError(repeats)).toBeNull();
  expect(toDatabaseError(new TypeError('x is not a function'))).toBeNull();
});
