import type { PoolClient, QueryResult } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { isDatabaseUnavailable } from '../errors/database-error';
import type { TransactionStats } from './transaction-stats';

/** A connection as TypeORM and as pg use it. */
export type Connection = { runner: QueryRunner; client: PoolClient };

/** A question that each transaction of a pool begins with. */
export interface Admission {
  /** One statement with one row, sent along with those that begin the transaction. */
  sql: string;
  /** Throws when the response forbids to go on. */
  verify: (row: Record<string, unknown>) => void;
}

/** Lends the connections of a data source, one per transaction. */
export class ConnectionPool {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stats: TransactionStats,
    private readonly admission?: Admission,
  ) {}

  /** The statements that begin a transaction, with the pool's own at the end. */
  beginningWith(sql: string): string {
    return this.admission ? `${sql}; ${this.admission.sql}` : sql;
  }

  /** Checks the results of these statements. */
  verify(results: QueryResult | QueryResult[]): void {
    const row = [results].flat().at(-1)?.rows[0] as Record<string, unknown> | undefined;
    this.admission?.verify(row ?? {});
  }

  /** Lends a connection; one that was lost or doesn't respond is closed instead of being returned. */
  async lend<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { stats } = this;
    const runner = this.dataSource.createQueryRunner();
    try {
      stats.waiting += 1;
      const client = (await runner.connect().finally(() => (stats.waiting -= 1))) as PoolClient;
      stats.active += 1;
      return await use({ runner, client }, work).finally(() => (stats.active -= 1));
    } catch (error) {
      stats.reportFailure(error);
      throw error;
    }
  }
}

async function use<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await work(connection);
  } catch (error) {
    if (isDatabaseUnavailable(error)) void connection.client.end();
    throw error;
  } finally {
    await connection.runner.release();
  }
}
