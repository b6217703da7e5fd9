import { DataSource } from 'typeorm';
import { databaseOptions } from '../platform/database/data-source';
import type { SessionConfig } from '../platform/database/session';
import { TransactionStats } from '../platform/database/transaction-stats';
import { Transactions } from '../platform/database/transactions';

/** Runs `work` with the transactions of a database, over at most two connections that are closed at its end. */
export async function withTransactions<T>(
  config: Omit<SessionConfig, 'databasePool'>,
  work: (transactions: Transactions) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(databaseOptions({ ...config, databasePool: 2 })).initialize();
  try {
    return await work(new Transactions(dataSource, new TransactionStats()));
  } finally {
    await dataSource.destroy();
  }
}
