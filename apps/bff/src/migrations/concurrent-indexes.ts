import type { QueryRunner } from 'typeorm';
import { SqlMigration } from './sql-migration';

/**
 * Indexes on filled tables, built while the servers write: CREATE INDEX CONCURRENTLY, outside a transaction. A build that
 * failed leaves an invalid index behind, which is dropped first, so that the migration can run again.
 */
export abstract class ConcurrentIndexes extends SqlMigration {
  readonly transaction = false;
  protected readonly sql = '';
  /** What follows `CREATE INDEX CONCURRENTLY <name> ON`, by name. */
  protected abstract readonly indexes: Readonly<Record<string, string>>;

  override async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(this.indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }
}
