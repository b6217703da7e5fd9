import { SqlMigration } from './sql-migration';

/** Logins with what workers reported of them, and pools. */
export class Logins extends SqlMigration {
  readonly name = 'Logins1763600000005';
  protected readonly sql = `
CREATE TABLE logins (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  site_id int NOT NULL REFERENCES sites,
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
  "user" text CHECK (char_length("user") <= 320),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  supporter_id text CHECK (char_length(supporter_id) <= 100),
  customer_identity text NOT NULL GENERATED ALWAYS AS (customer_identity(supporter_id, email)) STORED,
  age int CHECK (age BETWEEN 0 AND 150),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled', 'failed')),
  status_msg text CHECK (char_length(status_msg) <= 2000),
  members text CHECK (char_length(members) <= 4000),
  basket text CHECK (basket ~* '^https?://' AND char_length(basket) <= 2000),
  basket_worker int,
  amount_to_buy int CHECK (amount_to_buy >= 0),
  seats_to_set int CHECK (seats_to_set >= 0),
  user_agent text CHECK (char_length(user_agent) <= 500),
  credits numeric(12, 2),
  success_rate numeric(5, 2) CHECK (success_rate BETWEEN 0 AND 100),
  secrets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(secrets) = 'object'),
  last_used timestamptz,
  last_updated timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id)
);
COMMENT ON COLUMN logins.secrets IS 'sealed: password, card, proxy, address, home_phone, mobile_phone (contract section 7)';
CREATE INDEX logins_site ON logins (site_id, realm_id) WHERE deleted_at IS NULL;
CREATE INDEX logins_name ON logins (realm_id, lower(coalesce(nullif(name, ''), email)), id) WHERE deleted_at IS NULL;
CREATE INDEX logins_identity ON logins (site_id, customer_identity);
CREATE TRIGGER bump_version BEFORE UPDATE ON logins
  FOR EACH ROW EXECUTE FUNCTION bump_version('last_used', 'last_updated');

CREATE TABLE login_activity (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  login_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('history', 'details')),
  data jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX login_activity_login ON login_activity (realm_id, login_id, kind, at DESC, id DESC);

CREATE TABLE pools (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  site_id int NOT NULL REFERENCES sites,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id)
);
CREATE INDEX pools_name ON pools (realm_id, lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX pools_site ON pools (site_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON pools FOR EACH ROW EXECUTE FUNCTION bump_version();

CREATE TABLE pool_members (
  realm_id int NOT NULL REFERENCES realms,
  pool_id int NOT NULL,
  login_id int NOT NULL,
  position int NOT NULL CHECK (position >= 1),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (pool_id, login_id),
  UNIQUE (pool_id, position) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (realm_id, pool_id) REFERENCES pools (realm_id, id) ON DELETE CASCADE,
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX pool_members_login ON pool_members (realm_id, login_id);
`;
}
