import type { QueryRunner } from 'typeorm';
import { SqlMigration } from './sql-migration';

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
