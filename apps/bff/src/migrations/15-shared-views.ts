import { SqlMigration } from './sql-migration';

/** Views that a user shares with their realm, and what the ledger is searched by. */
export class SharedViews extends SqlMigration {
  readonly name = 'SharedViews1763600000015';
  protected readonly sql = `
ALTER TABLE saved_views ADD COLUMN shared boolean NOT NULL DEFAULT false;

CREATE INDEX audit_who ON audit (who, id DESC);
CREATE INDEX audit_action ON audit (action, id DESC);
-- The ledger grows in the order of time: a range of it is a range of pages.
CREATE INDEX audit_at ON audit USING brin (at);
`;
}
