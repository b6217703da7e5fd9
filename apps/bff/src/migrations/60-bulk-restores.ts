import { SqlMigration } from './sql-migration';

/** Deletions of many tasks are undone by one operation. */
export class BulkRestores extends SqlMigration {
  readonly name = 'BulkRestores1763600000060';
  protected readonly sql = `
ALTER TABLE bulk_operations
  DROP CONSTRAINT bulk_operations_command_check,
  ADD CONSTRAINT bulk_operations_command_check CHECK (command IN
    ('start', 'stop', 'pause', 'resume', 'mark_bought', 'edit', 'duplicate', 'delete', 'restore'));
`;
}
