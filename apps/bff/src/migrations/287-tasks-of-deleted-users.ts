import { SqlMigration } from './sql-migration';

/**
 * A task keeps the id of the account that created it, also when the account is deleted: to clear it rewrote each task, with
 * its triggers, in the transaction of the deletion. Ids of accounts are never given again.
 */
export class TasksOfDeletedUsers extends SqlMigration {
  readonly name = 'TasksOfDeletedUsers1763600000287';
  protected readonly sql = 'ALTER TABLE tasks DROP CONSTRAINT tasks_created_by_fkey';
}

/** Drops the index by which a deletion found the tasks to clear; nothing else looks tasks up by their creator. */
export class NoIndexOfCreators extends SqlMigration {
  readonly name = 'NoIndexOfCreators1763600000288';
  readonly transaction = false;
  protected readonly sql = 'DROP INDEX CONCURRENTLY IF EXISTS tasks_created_by';
}
