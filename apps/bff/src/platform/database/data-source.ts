import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from '../../migrations';
import type { Config } from '../config/config';

const logger = new Logger('database');

/** TypeORM's settings: reviewed migrations alone make tables, and null or undefined in a `where` is an error. */
export function databaseOptions(config: Pick<Config, 'databaseUrl' | 'databasePool'>): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.databaseUrl,
    migrations,
    migrationsTableName: 'migrations',
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    connectTimeoutMS: 3000,
    poolErrorHandler: (error: Error) => logger.warn(`An idle connection was lost: ${error.message}`),
    extra: {
      max: config.databasePool,
      keepAlive: true,
      application_name: 'tessera',
      // The texts of instants are written as they come (json-rows.ts).
      options: '-c TimeZone=UTC',
    },
  };
}

/** The pg pool beneath TypeORM, for prepared statements and the queue engine. */
export const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as unknown as { master: Pool }).master;
