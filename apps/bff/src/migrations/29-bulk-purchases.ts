import { SqlMigration } from './sql-migration';

/** What many tasks hold can be recorded as purchased by one operation. */
export class BulkPurchases extends SqlMigration {
  readonly name = 'BulkPurchases1763600000029';
  protected readonly sql = `
ALTER TABLE bulk_operations DROP CONSTRAINT bulk_operations_command_check,
  ADD CONSTRAINT bulk_operations_command_check
    CHECK (command IN ('start', 'stop', 'pause', 'resume', 'mark_bought', 'delete'));
`;
}
