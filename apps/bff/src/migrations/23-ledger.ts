import { SqlMigration } from './sql-migration';

/** The ledger reads purchases newest first, those that were deleted from the tickets' list too. */
export class Ledger extends SqlMigration {
  readonly name = 'Ledger1763600000023';
  protected readonly sql = `
CREATE INDEX tickets_ledger ON tickets (realm_id, created_at DESC, id DESC);
CREATE INDEX tickets_ledger_of_all ON tickets (created_at DESC, id DESC);
`;
}
