import { seenWithPerson } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Passkeys, and who must have a second factor. Of a colleague's passkeys a realm sees that there are some, and no more.
 * Recovery codes belong to the person from now on, since those with passkeys alone have them too.
 */
export class Passkeys extends SqlMigration {
  readonly name = 'Passkeys1795996800030';
  protected readonly sql = `
CREATE TABLE passkeys (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE CHECK (char_length(credential_id) BETWEEN 1 AND 1400),
  public_key bytea NOT NULL CHECK (octet_length(public_key) <= 4096),
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  backed_up boolean NOT NULL,
  domain text NOT NULL CHECK (char_length(domain) BETWEEN 1 AND 253),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
COMMENT ON COLUMN passkeys.counter IS 'Uses that the authenticator counted last; 0: it counts none';
COMMENT ON COLUMN passkeys.backed_up IS 'Whether it is on several devices of the person';
COMMENT ON COLUMN passkeys.domain IS 'It is valid for this domain alone';
CREATE INDEX passkeys_user ON passkeys (user_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION bump_version('counter', 'last_used_at', 'backed_up');
${seenWithPerson('passkeys')}
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO tessera_all;
GRANT SELECT (user_id) ON passkeys TO tessera_realm;

CREATE TABLE passkey_challenges (
  challenge_hash text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'sign_in', 'second_factor', 'reauthenticate')),
  user_id int REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN passkey_challenges.user_id IS 'Null: a sign-in, before it is known whose';
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO tessera_all;

CREATE TABLE second_factor_rules (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int UNIQUE NULLS NOT DISTINCT REFERENCES realms,
  required_from timestamptz NOT NULL
);
COMMENT ON COLUMN second_factor_rules.realm_id IS 'Whose people must have a second factor; null: administrators';
CALL secure_realm_table('second_factor_rules');
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor_rules TO tessera_all;

ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_user_id_fkey,
  ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE NOT VALID;
`;
}

/** Looks up the user of each recovery code while the servers go on. */
export class RecoveryCodesOfUsers extends SqlMigration {
  readonly name = 'RecoveryCodesOfUsers1795996800031';
  protected readonly sql = 'ALTER TABLE recovery_codes VALIDATE CONSTRAINT recovery_codes_user_id_fkey';
}
