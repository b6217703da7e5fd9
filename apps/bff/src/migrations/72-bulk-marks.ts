import { SqlMigration } from './sql-migration';

/** Many tasks are marked as bought without a purchase where their login holds no seats. */
export class BulkMarks extends SqlMigration {
  readonly name = 'BulkMarks1763600000072';
  protected readonly sql = `
ALTER TABLE bulk_operations
  DROP CONSTRAINT bulk_operations_command_check,
  ADD CONSTRAINT bulk_operations_command_check CHECK (command IN
    ('start', 'stop', 'pause', 'resume', 'mark_bought', 'mark_tasks_bought', 'edit', 'duplicate', 'delete', 'restore'));
`;
}
