import type { Pool } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

/**
 * What is used of TypeORM beyond its public API, in one place; `internals.spec.ts` fails when an update changes it. Its
 * own transactions take three round trips to begin, and its public API hands out neither the pool nor a broken connection.
 */
type RunnerInside = { releasePostgresConnection: (error: unknown) => Promise<void> };

/** The pg pool beneath TypeORM, for prepared statements. */
export const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as unknown as { master: Pool }).master;

/** Says whether a transaction is open, so that save() doesn't commit one of its own. */
export function markTransaction(runner: QueryRunner, isOpen: boolean): void {
  Object.assign(runner, { isTransactionActive: isOpen, transactionDepth: isOpen ? 1 : 0 });
}

/** Releases a connection that failed, which the pool then closes instead of lending it again. */
export const releaseBroken = (runner: QueryRunner, error: unknown): Promise<void> =>
  (runner as unknown as RunnerInside).releasePostgresConnection(error);
