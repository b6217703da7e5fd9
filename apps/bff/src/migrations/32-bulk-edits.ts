import { SqlMigration } from './sql-migration';

/**
 * Many tasks can be changed or duplicated by one operation: it keeps what was asked for, and each of its tasks which other
 * was made of it. No key to that one either: what came of a task stays when its copy is gone.
 */
export class BulkEdits extends SqlMigration {
  readonly name = 'BulkEdits1763600000032';
  protected readonly sql = `
ALTER TABLE bulk_operations
  ADD COLUMN change jsonb,
  ADD COLUMN copy jsonb,
  DROP CONSTRAINT bulk_operations_command_check,
  ADD CONSTRAINT bulk_operations_command_check
    CHECK (command IN ('start', 'stop', 'pause', 'resume', 'mark_bought', 'edit', 'duplicate', 'delete')),
  ADD CONSTRAINT bulk_operations_change_check CHECK (change IS NULL OR command = 'edit'),
  ADD CONSTRAINT bulk_operations_copy_check CHECK (copy IS NULL OR command = 'duplicate');
ALTER TABLE bulk_items ADD COLUMN copy_id int;
`;
}
