import { FIRST_REHEARSAL_REALM, ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * What tasks run with: logins with what workers reported of them, pools, and workers. Workers and their tokens are
 * administrators' and the system's alone: a realm reads the workers that serve it.
 */
export class LoginsAndWorkers extends SqlMigration {
  readonly name = 'LoginsAndWorkers1795824000005';
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
COMMENT ON COLUMN logins.secrets IS 'Sealed: password, card, proxy, address, home_phone, mobile_phone';
CREATE INDEX logins_site ON logins (site_id, realm_id) WHERE deleted_at IS NULL;
CREATE INDEX logins_name ON logins (realm_id, lower(coalesce(nullif(name, ''), email)), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
CREATE INDEX logins_identity ON logins (site_id, customer_identity);
-- Searches by trigrams, within a realm or in all.
CREATE INDEX logins_search ON logins USING gin (realm_id, name gin_trgm_ops, email gin_trgm_ops, supporter_id gin_trgm_ops);
-- The failed logins that the dashboard names.
CREATE INDEX logins_failed ON logins (site_id, realm_id) WHERE status = 'failed' AND deleted_at IS NULL;
CREATE INDEX logins_email ON logins (realm_id, lower(email), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
CREATE INDEX logins_email_of_all ON logins (lower(email), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
CREATE INDEX logins_newest ON logins (realm_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX logins_newest_of_all ON logins (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX logins_name_of_all ON logins (lower(coalesce(nullif(name, ''), email)), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX logins_name_order ON logins (realm_id, (coalesce(nullif(name, ''), email)) COLLATE "und-x-icu", id)
      WHERE deleted_at IS NULL;
CREATE INDEX logins_name_order_of_all ON logins ((coalesce(nullif(name, ''), email)) COLLATE "und-x-icu", id)
      WHERE deleted_at IS NULL;
CREATE INDEX logins_email_order ON logins (realm_id, email COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE INDEX logins_email_order_of_all ON logins (email COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON logins FOR EACH ROW
  WHEN (NEW.last_used IS NOT DISTINCT FROM OLD.last_used AND NOT only_rewrapped(OLD.secrets, NEW.secrets))
  EXECUTE FUNCTION bump_version('last_updated');
CALL secure_realm_table('logins');
CREATE POLICY only_rehearsals ON logins AS RESTRICTIVE FOR DELETE TO tessera_all USING (realm_id >= ${FIRST_REHEARSAL_REALM});
GRANT SELECT, INSERT, UPDATE ON logins TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON logins TO tessera_all;
CREATE TRIGGER canonical_email BEFORE INSERT OR UPDATE OF email ON logins FOR EACH ROW EXECUTE FUNCTION store_canonical_email();

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
CALL secure_realm_table('login_activity');
CREATE POLICY only_rehearsals ON login_activity AS RESTRICTIVE FOR DELETE TO tessera_all USING (realm_id >= ${FIRST_REHEARSAL_REALM});
GRANT SELECT, INSERT ON login_activity TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON login_activity TO tessera_all;

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
CREATE INDEX pools_name ON pools (realm_id, lower(name), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
CREATE INDEX pools_site ON pools (site_id);
CREATE INDEX pools_deleted ON pools (deleted_at) WHERE deleted_at IS NOT NULL;
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX pools_name_order ON pools (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON pools FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('pools');
GRANT SELECT, INSERT, UPDATE ON pools TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON pools TO tessera_all;

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
CALL secure_realm_table('pool_members');
GRANT SELECT, INSERT, UPDATE, DELETE ON pool_members TO tessera_realm, tessera_all;

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
COMMENT ON COLUMN worker_tokens.site_ids IS 'Null: every site';
COMMENT ON COLUMN worker_tokens.realm_ids IS 'Null: every realm';
CREATE INDEX worker_tokens_created_by ON worker_tokens (created_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON worker_tokens
  FOR EACH ROW EXECUTE FUNCTION bump_version('last_used_at');
GRANT SELECT, INSERT, UPDATE ON worker_tokens TO tessera_all;

CREATE TABLE workers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_id int NOT NULL REFERENCES worker_tokens,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  capacity int NOT NULL DEFAULT 0 CHECK (capacity >= 0),
  address text CHECK (char_length(address) <= 100),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  version text CHECK (char_length(version) BETWEEN 1 AND 60),
  site_ids int[],
  draining boolean NOT NULL DEFAULT false,
  UNIQUE (token_id, name)
);
COMMENT ON COLUMN workers.capacity IS 'Tasks in parallel: those it holds and those it requests';
COMMENT ON COLUMN workers.site_ids IS 'Sites it requests; null: every site of its token';
COMMENT ON COLUMN workers.draining IS 'Finishes its tasks and takes no more';
GRANT SELECT ON workers TO tessera_realm;
GRANT SELECT, INSERT, UPDATE ON workers TO tessera_all;

-- Whether a token serves the realm of the transaction. A rehearsal has the workers of the realm that rehearses.
CREATE FUNCTION serves_own_realm(p_token int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM worker_tokens k WHERE k.id = p_token
    AND (k.realm_ids IS NULL OR own.realm = ANY (k.realm_ids)
      OR (SELECT r.parent_realm_id FROM realms r WHERE r.id = own.realm) = ANY (k.realm_ids)))
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own WHERE own.realm IS NOT NULL
$$;
${ownedBySystem({ realms: ['serves_own_realm(int)'] })}
ALTER TABLE workers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY serving ON workers FOR SELECT TO tessera_realm USING (serves_own_realm(token_id));
CREATE POLICY all_realms ON workers TO tessera_all USING (true);
`;
}
