import { ConcurrentIndexes, SqlMigration } from './sql-migration';

/**
 * Tokens that machines call the API with. A token has an account in each of its realms: a row of `users` that can't sign in and is no
 * person, so that rows which name a person can name it.
 */
export class ServiceTokens extends SqlMigration {
  readonly name = 'ServiceTokens1795996800003';
  protected readonly sql = `
CREATE TABLE service_tokens (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int REFERENCES realms,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  token_hash text NOT NULL UNIQUE,
  duties text[] NOT NULL DEFAULT '{}' CHECK (duties <@ '{pay,launch,approve,finance,audit}'),
  created_by int REFERENCES users ON DELETE SET NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_address text CHECK (char_length(last_used_address) <= 100),
  revoked_at timestamptz,
  notified_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (expires_at <= created_at + interval '366 days')
);
COMMENT ON COLUMN service_tokens.realm_id IS 'Null: valid in several realms, for administrators alone to see';
COMMENT ON COLUMN service_tokens.last_used_at IS 'Written at most once a minute';
COMMENT ON COLUMN service_tokens.notified_at IS 'When its end was announced';
CREATE INDEX service_tokens_realm ON service_tokens (realm_id);
CREATE INDEX service_tokens_created_by ON service_tokens (created_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON service_tokens
  FOR EACH ROW EXECUTE FUNCTION bump_version('last_used_at', 'last_used_address', 'notified_at');
CALL secure_realm_table('service_tokens');
GRANT SELECT (id, realm_id, name, duties, created_by, expires_at, last_used_at, last_used_address, revoked_at, version, created_at,
  updated_at), UPDATE (revoked_at) ON service_tokens TO tessera_realm;
GRANT SELECT, INSERT, UPDATE ON service_tokens TO tessera_all;

ALTER TABLE users ADD service_token_id int;
COMMENT ON COLUMN users.service_token_id IS 'The account of a service token in a realm, no person: it can''t sign in';
ALTER TABLE users ADD CONSTRAINT users_service_token_id_fkey FOREIGN KEY (service_token_id) REFERENCES service_tokens NOT VALID;
GRANT SELECT (service_token_id) ON users TO tessera_realm;
`;
}

/** Reads the table while the servers go on: all rows have the default. */
export class ValidServiceTokens extends SqlMigration {
  readonly name = 'ValidServiceTokens1795996800004';
  protected readonly sql = 'ALTER TABLE users VALIDATE CONSTRAINT users_service_token_id_fkey;';
}

export class ServiceTokenIndexes extends ConcurrentIndexes {
  readonly name = 'ServiceTokenIndexes1795996800005';
  protected readonly indexes = {
    users_service_token: 'users (service_token_id)',
  };
}
