import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { isDatabaseUnavailable } from '../errors/database-error';
import { servingOptions } from './data-source';
import { HotLists } from './hot-lists';
import { ListVersions } from './list-versions';
import { Listener } from './listener';
import { migrateAtStart } from './migrate';
import { ReadReplica } from './read-replica';
import { TransactionStats } from './transaction-stats';
import { Transactions } from './transactions';

/** Where to migrate at the start: as the serving role, if that owns the tables, or as their owner. */
interface MigrationAddresses {
  directUrl: string;
  migrationUrl: string | null;
}

/** A pooler's rejection of what only a direct connection has, in words that say what to do. */
const explainPooler = (error: unknown): unknown =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)
    ? new Error(
        `DATABASE_URL leads to a pooler (${error.message}): set DATABASE_DIRECT_URL to the database's own address, see docs/operate/connections.md`,
      )
    : error;

/** The database: waits for it at start, migrates it, and opens transactions in it. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        ...servingOptions(config),
        directUrl: config.databaseDirectUrl ?? config.databaseUrl,
        migrationUrl: config.migrationDatabaseUrl,
        autoLoadEntities: true,
        retryAttempts: 60,
        retryDelay: 500,
        toRetry: isDatabaseUnavailable,
      }),
      dataSourceFactory: async (options) => {
        if (!options) throw new Error('The database is not configured');
        const { directUrl, migrationUrl } = options as unknown as MigrationAddresses;
        try {
          await migrateAtStart(directUrl, migrationUrl);
        } catch (error) {
          throw explainPooler(error);
        }
        return await new DataSource(options).initialize().catch((error: unknown) => {
          throw explainPooler(error);
        });
      },
    }),
  ],
  providers: [TransactionStats, ReadReplica, Transactions, Listener, ListVersions, HotLists],
  exports: [ListVersions, TransactionStats, ReadReplica, Transactions, Listener, HotLists],
})
export class DatabaseModule {}
