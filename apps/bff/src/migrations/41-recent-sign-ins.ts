import { SqlMigration } from './sql-migration';

/** When a session last proved its password, and its second factor where set: what dangerous calls go by. */
export class RecentSignIns extends SqlMigration {
  readonly name = 'RecentSignIns1763600000041';
  protected readonly sql = `
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz;
-- Row-level security is forced on the tables' owner too.
SET LOCAL ROLE tessera_all;
UPDATE sessions SET authenticated_at = created_at;
RESET ROLE;
ALTER TABLE sessions ALTER authenticated_at SET NOT NULL, ALTER authenticated_at SET DEFAULT now();
`;
}
