import { SqlMigration } from './sql-migration';

/** When an event's tickets go on sale: what a launch is often scheduled by. */
export class OnSale extends SqlMigration {
  readonly name = 'OnSale1763600000028';
  protected readonly sql = `
ALTER TABLE events ADD COLUMN on_sale_at timestamptz;
COMMENT ON COLUMN events.on_sale_at IS 'null: not known';
`;
}
