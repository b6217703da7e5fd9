import { Logger } from '@nestjs/common';
import {
  type DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type NamingStrategyInterface,
  type Table,
} from 'typeorm';
import { migrations } from '../../migrations';
import { connectionTo, type HostKind } from './hosts';
import {
  IDLE_IN_TRANSACTION_MS,
  type SessionConfig,
  type SessionSettings,
  sessionSettings,
  STATEMENT_MS,
} from './session';

/** Names keys and constraints as PostgreSQL does by default, which is how the migrations name them. */
class PostgresNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override uniqueConstraintName(table: Table | string, columnNames: string[]): string {
    return `${this.getTableName(table)}_${columnNames.join('_')}_key`;
  }

  override foreignKeyName(table: Table | string, columnNames: string[]): string {
    return `${this.getTableName(table)}_${columnNames.join('_')}_fkey`;
  }
}

const logger = new Logger('database');

/** How long a request waits for a connection, so that it gets its response while somebody still waits for it. */
const REQUEST_WAIT_MS = 3000;
/** How long a command or a migration waits for one: it had better be late than fail because the database is busy. */
const COMMAND_WAIT_MS = 15_000;

/** A connection that is silent for longer is closed. */
const SILENCE_MS = 25_000;

/** json-rows.ts writes the texts of instants as PostgreSQL sends them, so they must be in UTC. */
const SESSION_OPTIONS = '-c TimeZone=UTC';

/**
 * TypeORM's settings: only reviewed migrations create tables, and null or undefined in a `where` is an error. `pool` are
 * further settings of pg's pool, `kind` is the host that is wanted of several.
 */
export function databaseOptions(
  config: SessionConfig,
  pool: object = {},
  kind: HostKind = 'primary',
): DataSourceOptions {
  const { connectionString, stream } = connectionTo(config.databaseUrl, kind);
  return {
    type: 'postgres',
    url: connectionString,
    migrations,
    migrationsTableName: 'migrations',
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    namingStrategy: new PostgresNamingStrategy(),
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    connectTimeoutMS: COMMAND_WAIT_MS,
    poolErrorHandler: (error: Error) => logger.warn(`An idle connection was lost: ${error.message}`),
    extra: {
      max: config.databasePool,
      keepAlive: true,
      application_name: 'tessera',
      // Lets `Transactions.readPipelined` send a read's statements without waiting for each result.
      pipeline: true,
      options: SESSION_OPTIONS,
      ...(stream && { stream }),
      session: sessionSettings(config),
      ...pool,
    },
  };
}

/** As `databaseOptions`, for serving requests: with time limits on both sides. */
export function servingOptions(
  config: SessionConfig,
  pool: object = {},
  kind: HostKind = 'primary',
): DataSourceOptions {
  const limits = `-c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`;
  // A pooler rejects startup options; there `Transactions` sets the limits.
  const options = config.databaseDirectUrl ? undefined : `${SESSION_OPTIONS} ${limits}`;
  const waits = { connectionTimeoutMillis: REQUEST_WAIT_MS, query_timeout: SILENCE_MS };
  return databaseOptions(config, { options, ...waits, ...pool }, kind);
}

/** The session settings of a data source made by `databaseOptions`. */
export function sessionOf({ options }: DataSource): SessionSettings {
  const { session } = (options as { extra?: { session?: SessionSettings } }).extra ?? {};
  return session ?? { unnamed: false, setUp: '' };
}

/** Settings of connections outside the pool (the queue's), which are closed when they are silent as the pool's are. */
export const silentConnectionLimits = { keepAlive: true, query_timeout: SILENCE_MS } as const;
