import { SqlMigration } from './sql-migration';

/**
 * Drops what nobody reads or writes any more: where the files of a release were before releases were signed, and the
 * procedure that partitioned tables which had rows. New databases never had the procedure.
 */
export class NoUnreadColumns extends SqlMigration {
  readonly name = 'NoUnreadColumns1795910400003';
  override readonly allowedLocks = {
    contract: 'the version before names neither column: only servers before releases were signed did',
  };
  protected readonly sql = `
ALTER TABLE module_releases DROP manifest_url, DROP integrity;
DROP PROCEDURE IF EXISTS partitions.split(text);
`;
}
