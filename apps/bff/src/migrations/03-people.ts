import { SqlMigration } from './sql-migration';

/** Realms, users, their sessions, invitations, preferences and saved views. */
export class People extends SqlMigration {
  readonly name = 'People1763600000003';
  protected readonly sql = `
CREATE TABLE realms (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  max_tasks int NOT NULL DEFAULT 0 CHECK (max_tasks >= 0),
  max_logins int NOT NULL DEFAULT 0 CHECK (max_logins >= 0),
  active_tasks int NOT NULL DEFAULT 0 CHECK (active_tasks >= 0),
  login_count int NOT NULL DEFAULT 0 CHECK (login_count >= 0),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
COMMENT ON COLUMN realms.active_tasks IS 'unfinished tasks; kept by the trigger tasks_limit';
COMMENT ON COLUMN realms.login_count IS 'logins not deleted; kept by the trigger logins_limit';
CREATE TRIGGER bump_version BEFORE UPDATE ON realms
  FOR EACH ROW EXECUTE FUNCTION bump_version('active_tasks', 'login_count');

CREATE TABLE users (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
  role text NOT NULL DEFAULT 'realm_user' CHECK (role IN ('admin', 'realm_owner', 'realm_user')),
  realm_id int REFERENCES realms,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  password_hash text NOT NULL,
  password_changed_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE INDEX users_realm ON users (realm_id, lower(name), id);
CREATE TRIGGER bump_version BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION bump_version('last_login_at');

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  refresh_hash text NOT NULL UNIQUE,
  previous_refresh_hash text UNIQUE,
  generation int NOT NULL DEFAULT 0,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  idle_expires_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text CHECK (char_length(ended_reason) <= 100),
  user_agent text CHECK (char_length(user_agent) <= 500),
  address text CHECK (char_length(address) <= 100),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN sessions.generation IS 'number of rotations; the previous token gets the same successor for 30 s';
CREATE INDEX sessions_user ON sessions (user_id, created_at DESC);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE invitations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int REFERENCES realms,
  email text CHECK (char_length(email) BETWEEN 3 AND 320),
  role text NOT NULL CHECK (role IN ('admin', 'realm_owner', 'realm_user')),
  token_hash text NOT NULL UNIQUE,
  created_by int REFERENCES users ON DELETE SET NULL,
  used_by int REFERENCES users ON DELETE SET NULL,
  used_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (realm_id IS NOT NULL OR role = 'admin')
);
CREATE INDEX invitations_realm ON invitations (realm_id, created_at DESC, id DESC);
CREATE INDEX invitations_created_by ON invitations (created_by);
CREATE INDEX invitations_used_by ON invitations (used_by);

CREATE TABLE preferences (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  data jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(data) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE saved_views (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  page text NOT NULL CHECK (char_length(page) BETWEEN 1 AND 50),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  query jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(query) = 'object'),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, page, name)
);
CREATE TRIGGER bump_version BEFORE UPDATE ON saved_views FOR EACH ROW EXECUTE FUNCTION bump_version();
`;
}
