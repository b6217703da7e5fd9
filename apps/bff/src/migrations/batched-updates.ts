import type { QueryRunner } from 'typeorm';
import { LOCK_TIMEOUT, SqlMigration } from './sql-migration';

/** Rows of a table that are to be changed; `where` no longer holds for a changed row. */
type Update = { table: string; set: string; where: string };

/** Rows of one transaction. */
const BATCH = 1000;

/**
 * Changes stored rows while the servers write: a thousand per transaction, so that no row stays locked for long. Run again,
 * it goes on where it stopped. A role that sees every realm changes them, since the tables' owner is itself under row-level
 * security.
 */
export abstract class BatchedUpdates extends SqlMigration {
  readonly transaction = false;
  protected readonly sql = '';
  protected abstract readonly updates: readonly Update[];

  override async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await runner.query('SET ROLE tessera_all');
    try {
      for (const update of this.updates) await changeRows(runner, update);
    } finally {
      await runner.query('RESET ROLE');
      await runner.query('RESET lock_timeout');
    }
  }
}

async function changeRows(runner: QueryRunner, { table, set, where }: Update): Promise<void> {
  for (let last: number | null = 0; last !== null;) {
    const [batch] = (await runner.query(`WITH changed AS (
        UPDATE ${table} SET ${set} WHERE id IN (
          SELECT id FROM ${table} WHERE id > ${last} AND (${where}) ORDER BY id LIMIT ${BATCH} FOR UPDATE)
        RETURNING id)
      SELECT max(id) AS last FROM changed`)) as { last: number | null }[];
    last = batch?.last ?? null;
  }
}
