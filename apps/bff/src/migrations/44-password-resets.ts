import { SqlMigration } from './sql-migration';

/** Forgotten passwords: that somebody asked, and the link that an owner or administrator made for them. */
export class PasswordResets extends SqlMigration {
  readonly name = 'PasswordResets1763600000044';
  protected readonly sql = `
CREATE TABLE password_resets (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  requested_at timestamptz,
  token_hash text UNIQUE,
  token_expires_at timestamptz,
  created_by int REFERENCES users ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_resets_created_by ON password_resets (created_by);
ALTER TABLE password_resets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON password_resets TO tessera_realm USING (EXISTS (SELECT FROM users u WHERE u.id = user_id));
CREATE POLICY all_realms ON password_resets TO tessera_all USING (true);
-- Of a colleague's, that they asked, and no more.
GRANT SELECT (user_id, requested_at) ON password_resets TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON password_resets TO tessera_all;
`;
}
