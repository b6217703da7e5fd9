import { SqlMigration } from './sql-migration';

/** Worker tokens and the workers seen with them. Administrators' and the system's alone. */
export class Workers extends SqlMigration {
  readonly name = 'Workers1763600000006';
  protected readonly sql = `
CREATE TABLE worker_tokens (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  token_hash text NOT NULL UNIQUE,
  site_ids int[],
  realm_ids int[],
  created_by int REFERENCES users ON DELETE SET NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN worker_tokens.site_ids IS 'null: every site';
COMMENT ON COLUMN worker_tokens.realm_ids IS 'null: every realm';
CREATE INDEX worker_tokens_created_by ON worker_tokens (created_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON worker_tokens
  FOR EACH ROW EXECUTE FUNCTION bump_version('last_used_at');

CREATE TABLE workers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_id int NOT NULL REFERENCES worker_tokens,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  capacity int NOT NULL DEFAULT 0 CHECK (capacity >= 0),
  address text CHECK (char_length(address) <= 100),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (token_id, name)
);
`;
}
