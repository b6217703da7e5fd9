import type { QueryRunner } from 'typeorm';
import { LOCK_TIMEOUT, SqlMigration } from './sql-migration';

/** Both statements are one transaction, since they are sent as one. A concurrent build may wait, so it has no such limit. */
const withoutWaiting = (statement: string): string =>
  `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; ${statement}`;

/**
 * Entries of the audit log by who acted: a search by person goes from one actor to the next instead of reading every entry.
 * It takes the place of an index by the text alone, which was seven times as large and which no search could use. Each
 * partition gets its index while the servers write; an attached one is kept, so that the migration can run again.
 */
export class AuditActorIndex extends SqlMigration {
  readonly name = 'AuditActorIndex1763600000130';
  readonly transaction = false;
  override readonly allowedLocks = {
    index: 'on the partitioned table alone, which has no rows',
    lock: "an index of a partitioned table can't be dropped CONCURRENTLY; dropping changes the catalogue only, within the time limit of a lock",
  };
  protected readonly sql = '';

  override async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      withoutWaiting('CREATE INDEX IF NOT EXISTS audit_actor ON ONLY audit (actor_id, who)'),
    );
    const partitions = (await runner.query(`
      SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'audit'::regclass AND NOT EXISTS (SELECT FROM pg_index x JOIN pg_inherits a ON a.inhrelid = x.indexrelid
        WHERE x.indrelid = c.oid AND a.inhparent = 'audit_actor'::regclass)`)) as { name: string }[];
    for (const { name } of partitions) {
      const index = `${name}_actor_id_who_idx`;
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS partitions.${index}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${index} ON partitions.${name} (actor_id, who)`);
      await runner.query(withoutWaiting(`ALTER INDEX audit_actor ATTACH PARTITION partitions.${index}`));
    }
    await runner.query(withoutWaiting('DROP INDEX IF EXISTS audit_who'));
  }
}
