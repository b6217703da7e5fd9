import { SqlMigration } from './sql-migration';

/** Why a delivery failed, as a code where the server says so itself: pages word it. */
export class DeliveryReasons extends SqlMigration {
  readonly name = 'DeliveryReasons1763600000076';
  protected readonly sql = `
ALTER TABLE push_deliveries ADD reason text;
COMMENT ON COLUMN push_deliveries.reason IS 'why it failed, where the server says so itself; null: message is the words of the push service, or a row from before';
`;
}
