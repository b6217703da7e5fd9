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
import { TransactionStats } from './transaction-stats';
import { Transactions } from './transactions';

/** The database: waits for it at start, migrates it, and opens transactions in it. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        ...servingOptions(config),
        migrationUrl: config.migrationDatabaseUrl,
        autoLoadEntities: true,
        retryAttempts: 60,
        retryDelay: 500,
        toRetry: isDatabaseUnavailable,
      }),
      dataSourceFactory: async (options) => {
        if (!options || options.type !== 'postgres' || !options.url)
          throw new Error('The database is not configured');
        await migrateAtStart(options.url, (options as { migrationUrl?: string | null }).migrationUrl);
        return new DataSource(options).initialize();
      },
    }),
  ],
  providers: [TransactionStats, Transactions, Listener, ListVersions, HotLists],
  exports: [TransactionStats, Transactions, Listener, HotLists],
})
export class DatabaseModule {}
