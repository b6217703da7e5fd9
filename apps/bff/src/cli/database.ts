import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../platform/database/data-source';
import { connectionTo } from '../platform/database/hosts';
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

/** Runs `work` with a connection under a name that PostgreSQL shows, closed at its end. */
export async function withClient(
  url: string,
  application_name: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ ...connectionTo(url), application_name });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
