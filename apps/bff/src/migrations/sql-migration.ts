import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A reviewed piece of SQL. Migrations go forward only: a mistake is corrected by the next one, so that every
 * database has gone the same way.
 */
export abstract class SqlMigration implements MigrationInterface {
  /** Ends in 13 digits, by which TypeORM orders migrations. */
  abstract readonly name: string;
  protected abstract readonly sql: string;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  down(): Promise<void> {
    return Promise.reject(new Error(`${this.name} can't be undone: migrations go forward only`));
  }
}
