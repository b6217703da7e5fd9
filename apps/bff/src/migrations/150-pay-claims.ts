import { SqlMigration } from './sql-migration';

/**
 * Who pays which basket now, so that two people don't pay the same. A basket is the live holds of one task, whose id it
 * has; its row is made by the first claim and reused by the next ones, so that there is at most one claim of each.
 */
export class PayClaims extends SqlMigration {
  readonly name = 'PayClaims1763600000150';
  protected readonly sql = `
CREATE TABLE pay_claims (
  id int PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  user_id int REFERENCES users ON DELETE SET NULL,
  who text CHECK (char_length(who) <= 320),
  claimed_at timestamptz,
  expires_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (realm_id, id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN pay_claims.id IS 'The id of the task that holds the seats';
COMMENT ON COLUMN pay_claims.expires_at IS 'Null: nobody has claimed it';
CREATE INDEX pay_claims_realm ON pay_claims (realm_id, id);
CREATE INDEX pay_claims_user ON pay_claims (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON pay_claims FOR EACH ROW EXECUTE FUNCTION bump_version();

CALL secure_realm_table('pay_claims'::regclass);
GRANT SELECT, INSERT, UPDATE ON pay_claims TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON pay_claims TO tessera_all;

CREATE TRIGGER live_update AFTER UPDATE ON pay_claims REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('pay_queue');
`;
}
