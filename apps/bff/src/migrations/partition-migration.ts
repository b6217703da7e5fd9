import type { QueryRunner } from 'typeorm';
import { LOCK_TIMEOUT, SqlMigration } from './sql-migration';

/**
 * Partitions a table by the month of `at` while servers serve. What takes long, a unique index and the check of the old
 * rows' months, is done under locks that readers and writers don't notice; then the table becomes the first partition of a
 * new one in one short step. Each step looks at what is done already, so that the migration can run again.
 */
export abstract class PartitionMigration extends SqlMigration {
  readonly transaction = false;
  override readonly allowedLocks = {
    block:
      'the old rows are neither read nor written: only the catalogue changes, within the time limit of a lock',
  };
  protected abstract readonly table: string;
  protected readonly sql = '';

  override async up(runner: QueryRunner): Promise<void> {
    await this.buildKey(runner);
    await runner.query(this.boundSql());
    await runner.query(this.validateSql());
    await runner.query(
      `DO $$ BEGIN PERFORM set_config('lock_timeout', '${LOCK_TIMEOUT}', true); CALL partitions.split('${this.table}'); END $$`,
    );
  }

  private async buildKey(runner: QueryRunner): Promise<void> {
    const index = `${this.table}_past_key`;
    const found = (await runner.query(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('public.${index}')`,
    )) as { valid: boolean }[];
    if (found[0]?.valid) return;
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await runner.query(`CREATE UNIQUE INDEX CONCURRENTLY ${index} ON ${this.table} (id, at)`);
  }

  /** A table with checks that were never validated can't become a partition. Validating stops neither readers nor writers. */
  private validateSql(): string {
    return `
DO $$
DECLARE
  checked text;
BEGIN
  FOR checked IN SELECT conname FROM pg_constraint
    WHERE conrelid = 'public.${this.table}'::regclass AND contype = 'c' AND NOT convalidated LOOP
    EXECUTE format('ALTER TABLE ${this.table} VALIDATE CONSTRAINT %I', checked);
  END LOOP;
END $$`;
  }

  /** The old table may get rows until the end of next month, so that a month may end while this runs. */
  private boundSql(): string {
    return `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = '${this.table}_past_bound') THEN
    PERFORM set_config('lock_timeout', '${LOCK_TIMEOUT}', true);
    EXECUTE format('ALTER TABLE ${this.table} ADD CONSTRAINT ${this.table}_past_bound CHECK (at < %L) NOT VALID',
      date_trunc('month', now(), 'UTC') + interval '2 months');
  END IF;
END $$`;
  }
}
