import type { Config } from '../config/config';

/** Time limit of a statement while serving; the database then cancels it (57014, which becomes 503). */
export const STATEMENT_MS = 20_000;
/** Longest time that a stalled or dead server keeps its locks. */
export const IDLE_IN_TRANSACTION_MS = 10_000;

/** What the serving connections need of the settings. */
export type SessionConfig = Pick<Config, 'databaseUrl' | 'databasePool'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'databaseStatements'>>;

/** How a pool's sessions differ where a pooler is in front of the database. */
export interface SessionSettings {
  /** Whether statements have no name: the pooler may give each transaction another session. */
  unnamed: boolean;
  /** Statements that begin each transaction, since a pooler takes no startup options. */
  setUp: string;
}

/**
 * Where an address for direct connections is set, the other one leads to a pooler: its sessions belong to others too, so
 * each transaction sets its own limits.
 */
export function sessionSettings({ databaseDirectUrl, databaseStatements }: SessionConfig): SessionSettings {
  return {
    unnamed: databaseStatements === 'unnamed',
    setUp: databaseDirectUrl
      ? `; SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`
      : '',
  };
}
