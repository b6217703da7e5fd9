import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A statement that waits longer for a table fails, and is retried: whatever comes after it waits for the same table, so
 * that one long query would stop every server.
 */
const LOCK_TIMEOUT = '2s';

/**
 * A reviewed piece of SQL. Migrations go forward only: a mistake is corrected by the next one, so that every
 * database has gone the same way.
 */
export abstract class SqlMigration implements MigrationInterface {
  /** Ends in 13 digits, by which TypeORM orders migrations. */
  abstract readonly name: string;
  /** Rules of locks.spec.ts that this migration breaks, each with the reason why it may. */
  readonly allowedLocks: Readonly<Record<string, string>> = {};
  protected abstract readonly sql: string;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await runner.query(this.sql);
  }

  down(): Promise<void> {
    return Promise.reject(new Error(`${this.name} can't be undone: migrations go forward only`));
  }
}

/**
 * Indexes on filled tables, built and dropped while the servers write: CONCURRENTLY, outside a transaction. A build that
 * failed leaves an invalid index behind, which is dropped first, so that the migration can run again.
 */
export abstract class ConcurrentIndexes extends SqlMigration {
  readonly transaction = false;
  protected readonly sql = '';
  /** What follows `CREATE INDEX CONCURRENTLY <name> ON`, by name; null: the index goes. */
  protected abstract readonly indexes: Readonly<Record<string, string | null>>;

  override async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(this.indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      if (definition) await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }
}
