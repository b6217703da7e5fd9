import { Logger } from '@nestjs/common';
import type { DataSourceOptions } from 'typeorm';
import { migrations } from '../../migrations';
import type { Config } from '../config/config';
import { PostgresNamingStrategy } from './naming-strategy';

const logger = new Logger('database');

/** Time limit of a statement while serving; the database then cancels it (57014, answered with 503). */
const STATEMENT_MS = 20_000;
/** A connection that is silent for longer is closed. */
const SILENCE_MS = 25_000;
/** Longest time that a stalled or dead server keeps its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** json-rows.ts writes the texts of instants as PostgreSQL sends them, so they must be in UTC. */
const SESSION_OPTIONS = '-c TimeZone=UTC';

/**
 * TypeORM's settings: only reviewed migrations create tables, and null or undefined in a `where` is an error. `pool` are
 * further settings of pg's pool.
 */
export function databaseOptions(
  config: Pick<Config, 'databaseUrl' | 'databasePool'>,
  pool: object = {},
): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.databaseUrl,
    migrations,
    migrationsTableName: 'migrations',
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    namingStrategy: new PostgresNamingStrategy(),
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    connectTimeoutMS: 3000,
    poolErrorHandler: (error: Error) => logger.warn(`An idle connection was lost: ${error.message}`),
    extra: {
      max: config.databasePool,
      keepAlive: true,
      application_name: 'tessera',
      // Lets `Transactions.readPipelined` send a read's statements without waiting for each result.
      pipeline: true,
      options: SESSION_OPTIONS,
      ...pool,
    },
  };
}

/** As `databaseOptions`, for serving requests: with time limits on both sides. */
export function servingOptions(config: Pick<Config, 'databaseUrl' | 'databasePool'>): DataSourceOptions {
  const limits = `-c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`;
  return databaseOptions(config, { options: `${SESSION_OPTIONS} ${limits}`, query_timeout: SILENCE_MS });
}

/** Settings of connections outside the pool (the queue's), which are closed when they are silent as the pool's are. */
export const silentConnectionLimits = { keepAlive: true, query_timeout: SILENCE_MS } as const;
