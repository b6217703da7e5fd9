import { FIRST_REHEARSAL_REALM, seenWithPerson } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Realms, users with their sign-ins and second factors, invitations, and what people chose for themselves. A realm's role
 * neither reads nor writes hashes and keys: passwords and second factors are the system's, tokens of invitations are
 * written and never read. Columns of users that come later are granted one by one.
 */
export class RealmsAndPeople extends SqlMigration {
  readonly name = 'RealmsAndPeople1795824000003';
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
  deleted_at timestamptz,
  time_zone text CHECK (char_length(time_zone) BETWEEN 1 AND 60),
  parent_realm_id int REFERENCES realms
);
COMMENT ON COLUMN realms.active_tasks IS 'Unfinished tasks; kept by the trigger tasks_limit';
COMMENT ON COLUMN realms.login_count IS 'Logins that are not deleted; kept by the trigger logins_limit';
COMMENT ON COLUMN realms.time_zone IS 'IANA name; null: each browser uses its own';
COMMENT ON COLUMN realms.parent_realm_id IS 'Of a rehearsal realm: the realm that rehearses';
CREATE TRIGGER bump_version BEFORE UPDATE ON realms
  FOR EACH ROW EXECUTE FUNCTION bump_version('active_tasks', 'login_count');
GRANT SELECT ON realms TO tessera_realm;
GRANT SELECT, INSERT, UPDATE ON realms TO tessera_all;
-- A realm is its own row.
ALTER TABLE realms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON realms TO tessera_realm USING (id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON realms TO tessera_all USING (true);
CREATE POLICY no_rehearsals ON realms AS RESTRICTIVE TO tessera_console USING (id < ${FIRST_REHEARSAL_REALM});

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
CREATE INDEX users_realm ON users (realm_id, lower(name), id); -- until NoLowerCaseOrders
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX users_name_order ON users (realm_id, name COLLATE "und-x-icu", id);
CREATE TRIGGER bump_version BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION bump_version('last_login_at');
CALL secure_realm_table('users');
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO tessera_all;
GRANT SELECT (id, email, name, role, realm_id, status, password_changed_at, last_login_at, version, created_at, updated_at) ON users TO tessera_realm;
GRANT UPDATE (email, name) ON users TO tessera_realm;
CREATE TRIGGER canonical_email BEFORE INSERT OR UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION store_canonical_email();

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
  created_at timestamptz NOT NULL DEFAULT now(),
  authenticated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN sessions.generation IS 'Number of rotations; for 30 s the previous token still gets the same successor';
CREATE INDEX sessions_user ON sessions (user_id, created_at DESC);
CREATE INDEX sessions_expiry ON sessions (expires_at);
-- What distinguishes a new device from a known one.
CREATE INDEX sessions_known ON sessions (user_id, address);
${seenWithPerson('sessions')}
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO tessera_all;

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
CALL secure_realm_table('invitations');
GRANT INSERT ON invitations TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO tessera_all;
GRANT SELECT (id, realm_id, email, role, created_by, used_by, used_at, revoked_at, expires_at, created_at) ON invitations TO tessera_realm;
GRANT UPDATE (revoked_at) ON invitations TO tessera_realm;
CREATE TRIGGER canonical_email BEFORE INSERT OR UPDATE OF email ON invitations FOR EACH ROW EXECUTE FUNCTION store_canonical_email();

-- Of a colleague's second factor, whether it is on, and no more.
CREATE TABLE second_factors (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secrets jsonb NOT NULL CHECK (jsonb_typeof(secrets) = 'object'),
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN second_factors.secrets IS 'Sealed: totp, under realm 0 because it belongs to a person';
COMMENT ON COLUMN second_factors.confirmed_at IS 'Null: set up but not confirmed, so sign-in does not require it';
COMMENT ON COLUMN second_factors.last_step IS 'RFC 6238: time step of the last accepted code; only a later one is accepted';
${seenWithPerson('second_factors')}
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors TO tessera_all;
GRANT SELECT (user_id, confirmed_at) ON second_factors TO tessera_realm;

-- A code as it is kept, from the hash of what was typed: the codes of before keep working.
CREATE FUNCTION recovery_code_hash(salt text, hash text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(salt || ':' || hash, 'UTF8')), 'hex')
$$;
-- Kept with a salt each: nobody can look for one among all, or see that two are the same.
CREATE TABLE recovery_codes (
  user_id int NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at timestamptz,
  salt text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
${seenWithPerson('recovery_codes')}
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO tessera_all;

-- Forgotten passwords: that somebody asked, and the link that an owner or administrator made for them. Of a colleague's,
-- that they asked, and no more.
CREATE TABLE password_resets (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  requested_at timestamptz,
  token_hash text UNIQUE,
  token_expires_at timestamptz,
  created_by int REFERENCES users ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_resets_created_by ON password_resets (created_by);
${seenWithPerson('password_resets')}
GRANT SELECT, INSERT, UPDATE, DELETE ON password_resets TO tessera_all;
GRANT SELECT (user_id, requested_at) ON password_resets TO tessera_realm;

-- Guesses at passwords and codes of the last 15 minutes, by what they count against. A guess is written down before it is
-- checked and taken back when it was right, so that no more are checked than may fail, by however many processes.
CREATE TABLE guess_budgets (
  bucket text PRIMARY KEY CHECK (char_length(bucket) <= 100),
  guesses timestamptz[] NOT NULL,
  -- Of a budget that slows down when it is used up: when its next guess may be checked.
  next_at timestamptz,
  updated_at timestamptz NOT NULL
);
COMMENT ON COLUMN guess_budgets.bucket IS 'Keyed hash that stands for an address or an e-mail';
CREATE INDEX guess_budgets_updated ON guess_budgets (updated_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON guess_budgets TO tessera_all;

-- Browsers that an account has signed in from, which have a budget of guesses besides that of everybody else.
CREATE TABLE known_devices (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  device_hash text NOT NULL CHECK (char_length(device_hash) <= 100),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash)
);
COMMENT ON COLUMN known_devices.seen_at IS 'Last sign-in';
CREATE INDEX known_devices_seen ON known_devices (seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO tessera_all;

CREATE TABLE preferences (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  data jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(data) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
${seenWithPerson('preferences')}
GRANT SELECT, INSERT, UPDATE, DELETE ON preferences TO tessera_realm, tessera_all;

CREATE TABLE saved_views (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  page text NOT NULL CHECK (char_length(page) BETWEEN 1 AND 50),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  query jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(query) = 'object'),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  shared boolean NOT NULL DEFAULT false,
  UNIQUE (user_id, page, name)
);
CREATE TRIGGER bump_version BEFORE UPDATE ON saved_views FOR EACH ROW EXECUTE FUNCTION bump_version();
${seenWithPerson('saved_views')}
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO tessera_realm, tessera_all;
`;
}
