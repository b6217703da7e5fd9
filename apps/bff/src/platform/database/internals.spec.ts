import { Socket } from 'node:net';
import { Client, Pool, type PoolClient, Query } from 'pg';
import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../../../test/app';
import { dropRows, onQueryEnd, setPipeline, socketOf } from './pg-internals';
import { markTransaction, poolOf, releaseBroken } from './typeorm-internals';

describe('what is used of a pg connection beyond its public API', () => {
  it('is a switch of a connection, which public options set for its whole life, and its socket', () => {
    const client = new Client() as Client & { pipeline: boolean };
    expect(Object.getOwnPropertyDescriptor(client, 'pipeline')).toMatchObject({
      value: false,
      writable: true,
    });
    setPipeline(client as unknown as PoolClient, true);
    expect(client.pipeline).toBe(true);
    expect(new Client({ pipeline: true })).toHaveProperty('pipeline', true);
    expect(socketOf(client as unknown as PoolClient)).toBeInstanceOf(Socket);
  });
});

describe('what is used of pg and TypeORM beyond their public API', () => {
  let app: TestApp;
  let dataSource: DataSource;
  beforeAll(async () => {
    app = await startApp();
    dataSource = app.nest.get(DataSource);
  });
  afterAll(() => app.close());

  it('is a query’s end without its events, and that its rows aren’t collected', async () => {
    const client = await poolOf(dataSource).connect();
    const rows: unknown[] = [];
    const query = new Query<never>('SELECT n FROM generate_series(1, 3) AS n') as Query<never> & {
      _result: { rows: unknown[] };
    };
    query.on('row', (row) => {
      dropRows(query);
      rows.push(row);
    });
    const failure = await new Promise((resolve) => {
      onQueryEnd(query, resolve);
      client.query(query);
    });
    expect([failure, rows.length, query._result.rows.length]).toEqual([null, 3, 0]);
    const refused = new Query<never>('SELECT 1 / 0');
    const error = new Promise((resolve) => onQueryEnd(refused, resolve));
    client.query(refused);
    expect(await error).toMatchObject({ message: 'division by zero' });
    client.release();
  });

  it('is the pool of its driver', async () => {
    const pool = poolOf(dataSource);
    expect(pool).toBeInstanceOf(Pool);
    expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('is a runner’s mark of an open transaction, within which it begins none of its own', async () => {
    const runner = dataSource.createQueryRunner();
    await runner.connect();
    await runner.query('BEGIN');
    markTransaction(runner, true);
    expect(runner.isTransactionActive).toBe(true);
    await runner.startTransaction();
    await runner.rollbackTransaction();
    expect(await runner.query('SELECT pg_current_xact_id_if_assigned() IS NULL AS still')).toHaveLength(1);
    expect(runner.isTransactionActive).toBe(true);
    await runner.query('ROLLBACK');
    markTransaction(runner, false);
    expect(runner.isTransactionActive).toBe(false);
    await runner.release();
  });

  it('is the release of a broken connection, which the pool closes', async () => {
    const pool = poolOf(dataSource);
    const runner = dataSource.createQueryRunner();
    await runner.connect();
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    await releaseBroken(runner, new Error('broken'));
    await removed;
    expect(runner.isReleased).toBe(true);
  });
});
