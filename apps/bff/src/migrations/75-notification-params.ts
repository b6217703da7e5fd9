import { SqlMigration } from './sql-migration';

/** What a notification says, as its kind with parameters: pages and devices word it in the reader's language. */
export class NotificationParams extends SqlMigration {
  readonly name = 'NotificationParams1763600000075';
  protected readonly sql = `
ALTER TABLE notifications ADD params jsonb CHECK (jsonb_typeof(params) = 'object');
COMMENT ON COLUMN notifications.params IS 'names, numbers and reasons in the body of a kind, by name; null: the body is all there is';
`;
}
