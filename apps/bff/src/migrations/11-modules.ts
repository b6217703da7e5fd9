import { FIRST_REHEARSAL_REALM } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Modules with their releases and assignments, publishers with their keys and tokens, uploads in progress, how loads went,
 * and what browsers refused by the content security policy. Only administrators and the system reach these tables;
 * module_releases is only added to. Every change of what pages load raises the serial of the registry and notifies every
 * process and open page.
 */
export class ModulesAndReleases extends SqlMigration {
  readonly name = 'ModulesAndReleases1795824000011';
  protected readonly sql = `
CREATE TABLE modules (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z][a-z0-9-]{0,49}$'),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
  enabled boolean NOT NULL DEFAULT true,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  owner text CHECK (char_length(owner) BETWEEN 1 AND 100),
  error_budget_percent numeric(5, 2) NOT NULL DEFAULT 1 CHECK (error_budget_percent BETWEEN 0 AND 100),
  load_budget_ms int NOT NULL DEFAULT 5000 CHECK (load_budget_ms BETWEEN 100 AND 60000),
  automatic_rollback boolean NOT NULL DEFAULT true,
  disabled_by text,
  administrators_decide boolean NOT NULL DEFAULT false
);
COMMENT ON COLUMN modules.owner IS 'The team that answers for the module';
COMMENT ON COLUMN modules.error_budget_percent IS 'A canary or fresh stable release with more failed loads is rolled back';
COMMENT ON COLUMN modules.load_budget_ms IS 'A canary or fresh stable release whose p95 is longer is rolled back';
COMMENT ON COLUMN modules.disabled_by IS 'administrator or publisher; null: enabled, or disabled before this was recorded';
COMMENT ON COLUMN modules.administrators_decide IS 'An administrator decided who gets which release: publishers can not change it';
CREATE TRIGGER bump_version BEFORE UPDATE ON modules FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT, INSERT, UPDATE, DELETE ON modules TO tessera_all;

CREATE TABLE module_publishers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 100),
  modules text[] NOT NULL DEFAULT '{}' CHECK (cardinality(modules) <= 100),
  owner_id int REFERENCES users ON DELETE SET NULL,
  developers int[] NOT NULL DEFAULT '{}' CHECK (cardinality(developers) <= 200),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  may_promote boolean NOT NULL DEFAULT false
);
COMMENT ON COLUMN module_publishers.modules IS 'Names of the modules that it may publish';
COMMENT ON COLUMN module_publishers.owner_id IS 'Who is notified about its modules';
COMMENT ON COLUMN module_publishers.developers IS 'Users who may override its modules in their own browser';
COMMENT ON COLUMN module_publishers.may_promote IS 'Whether its tokens may give a release to all users but administrators';
CREATE INDEX module_publishers_owner ON module_publishers (owner_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON module_publishers FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT, INSERT, UPDATE, DELETE ON module_publishers TO tessera_all;

CREATE TABLE module_keys (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id int NOT NULL REFERENCES module_publishers ON DELETE CASCADE,
  key_id text NOT NULL UNIQUE CHECK (key_id ~ '^[A-Za-z0-9_-]{22}$'),
  public_key text NOT NULL CHECK (char_length(public_key) = 44),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
COMMENT ON COLUMN module_keys.key_id IS 'The first 22 characters of base64url(sha256(public key))';
COMMENT ON COLUMN module_keys.public_key IS 'Base64 of the 32 bytes of an Ed25519 public key';
CREATE INDEX module_keys_publisher ON module_keys (publisher_id);
CREATE INDEX module_keys_created_by ON module_keys (created_by);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_keys TO tessera_all;

CREATE TABLE module_tokens (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id int NOT NULL REFERENCES module_publishers ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  token_hash text NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (cardinality(scopes) >= 1 AND scopes <@ ARRAY['publish', 'release']),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
COMMENT ON COLUMN module_tokens.expires_at IS 'Null: valid until it is revoked';
CREATE INDEX module_tokens_publisher ON module_tokens (publisher_id);
CREATE INDEX module_tokens_created_by ON module_tokens (created_by);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_tokens TO tessera_all;

CREATE TABLE module_uploads (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  publisher_id int NOT NULL REFERENCES module_publishers ON DELETE CASCADE,
  token_id int NOT NULL REFERENCES module_tokens ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) <= 50),
  version text NOT NULL CHECK (char_length(version) BETWEEN 1 AND 100),
  manifest text NOT NULL CHECK (octet_length(manifest) <= 524288),
  signature text NOT NULL CHECK (char_length(signature) <= 200),
  key_id text NOT NULL CHECK (char_length(key_id) <= 100),
  received_bytes bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (publisher_id, name, version, signature)
);
COMMENT ON COLUMN module_uploads.received_bytes IS 'Size of the files received so far';
CREATE INDEX module_uploads_token ON module_uploads (token_id);
CREATE INDEX module_uploads_created ON module_uploads (created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_uploads TO tessera_all;

CREATE TABLE module_releases (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module_id int NOT NULL REFERENCES modules,
  version text NOT NULL CHECK (char_length(version) BETWEEN 1 AND 100),
  manifest_url text CHECK (char_length(manifest_url) <= 2000),
  integrity text CHECK (char_length(integrity) <= 200),
  routes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(routes) = 'array'),
  nav jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(nav) = 'array'),
  created_at timestamptz NOT NULL DEFAULT now(),
  manifest text CHECK (octet_length(manifest) <= 524288),
  signature text CHECK (char_length(signature) <= 200),
  key_id text CHECK (char_length(key_id) <= 100),
  publisher_id int REFERENCES module_publishers,
  owner text CHECK (char_length(owner) BETWEEN 1 AND 100),
  size_bytes bigint CHECK (size_bytes >= 0),
  published_by text CHECK (char_length(published_by) <= 320),
  CHECK (manifest IS NULL OR
    (signature IS NOT NULL AND key_id IS NOT NULL AND owner IS NOT NULL AND size_bytes IS NOT NULL AND published_by IS NOT NULL)),
  UNIQUE (module_id, version),
  UNIQUE (module_id, id)
);
COMMENT ON COLUMN module_releases.manifest IS 'The text of module.json, as it was signed; null: recorded before releases were signed';
COMMENT ON COLUMN module_releases.publisher_id IS 'Null: the installation itself';
CREATE INDEX module_releases_publisher ON module_releases (publisher_id);
GRANT SELECT, INSERT ON module_releases TO tessera_all;

CREATE TABLE module_assignments (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module_id int NOT NULL REFERENCES modules ON DELETE CASCADE,
  release_id int NOT NULL,
  channel text NOT NULL CHECK (channel IN ('stable', 'canary')),
  realm_id int REFERENCES realms,
  percent int CHECK (percent BETWEEN 0 AND 100),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  previous_release_id int,
  assigned_at timestamptz NOT NULL DEFAULT now(),
  approved_release_id int REFERENCES module_releases,
  previous_approved_release_id int REFERENCES module_releases,
  UNIQUE NULLS NOT DISTINCT (module_id, channel, realm_id),
  CHECK (channel = 'canary' OR realm_id IS NULL AND percent IS NULL),
  FOREIGN KEY (module_id, release_id) REFERENCES module_releases (module_id, id),
  FOREIGN KEY (module_id, previous_release_id) REFERENCES module_releases (module_id, id)
);
COMMENT ON COLUMN module_assignments.previous_release_id IS 'What a roll-back of the stable release returns to';
COMMENT ON COLUMN module_assignments.assigned_at IS 'Only loads from then on count for an automatic roll-back';
COMMENT ON COLUMN module_assignments.approved_release_id IS 'Of the stable release: what administrators get, the last one that an administrator promoted';
COMMENT ON COLUMN module_assignments.previous_approved_release_id IS 'What administrators got before; a roll-back returns to it';
CREATE INDEX module_assignments_release ON module_assignments (module_id, release_id);
CREATE INDEX module_assignments_realm ON module_assignments (realm_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON module_assignments FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('module_assignments');
GRANT SELECT, INSERT, UPDATE, DELETE ON module_assignments TO tessera_all;
ALTER TABLE module_assignments
  ADD CONSTRAINT module_assignments_outside_rehearsals CHECK (realm_id < ${FIRST_REHEARSAL_REALM}) NOT VALID;

CREATE TABLE module_past_assignments (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id int NOT NULL REFERENCES module_releases,
  channel text NOT NULL,
  realm_id int REFERENCES realms,
  percent int,
  assigned_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX module_past_assignments_ended ON module_past_assignments (ended_at);
CREATE INDEX module_past_assignments_release ON module_past_assignments (release_id);
CREATE INDEX module_past_assignments_realm ON module_past_assignments (realm_id);
CALL secure_realm_table('module_past_assignments');
GRANT SELECT, INSERT, DELETE ON module_past_assignments TO tessera_all;
ALTER TABLE module_past_assignments
  ADD CONSTRAINT module_past_assignments_outside_rehearsals CHECK (realm_id < ${FIRST_REHEARSAL_REALM}) NOT VALID;

CREATE FUNCTION keep_past_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO module_past_assignments (release_id, channel, realm_id, percent, assigned_at)
  VALUES (OLD.release_id, OLD.channel, OLD.realm_id, OLD.percent, OLD.assigned_at);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_update AFTER UPDATE ON module_assignments FOR EACH ROW
  WHEN ((OLD.release_id, OLD.realm_id, OLD.percent) IS DISTINCT FROM (NEW.release_id, NEW.realm_id, NEW.percent))
  EXECUTE FUNCTION keep_past_assignment();
CREATE TRIGGER keep_past_delete AFTER DELETE ON module_assignments FOR EACH ROW EXECUTE FUNCTION keep_past_assignment();

CREATE TABLE module_load_reports (
  release_id int NOT NULL REFERENCES module_releases,
  minute timestamptz NOT NULL,
  loads int NOT NULL CHECK (loads >= 0),
  errors int NOT NULL CHECK (errors >= 0),
  load_ms int[] NOT NULL,
  reasons jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(reasons) = 'object'),
  PRIMARY KEY (release_id, minute)
);
COMMENT ON COLUMN module_load_reports.minute IS 'Start of a minute, or of an assignment of the release within it';
COMMENT ON COLUMN module_load_reports.loads IS 'Loads that were reported, failed ones included';
COMMENT ON COLUMN module_load_reports.load_ms IS 'Histogram of load times over fixed buckets';
COMMENT ON COLUMN module_load_reports.reasons IS 'Number of failed loads by reason';
CREATE INDEX module_load_reports_minute ON module_load_reports (minute);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_load_reports TO tessera_all;

-- Whose reports of a release agree: loads by user and realm, under keyed hashes that differ by release.
CREATE TABLE module_load_samples (
  release_id int NOT NULL REFERENCES module_releases,
  since timestamptz NOT NULL,
  reporter text NOT NULL CHECK (char_length(reporter) <= 100),
  source text NOT NULL CHECK (char_length(source) <= 100),
  loads int NOT NULL CHECK (loads >= 0),
  errors int NOT NULL CHECK (errors >= 0),
  slow int NOT NULL CHECK (slow >= 0),
  load_budget_ms int NOT NULL,
  PRIMARY KEY (release_id, since, reporter)
);
COMMENT ON COLUMN module_load_samples.since IS 'Start of an hour, or of an assignment of the release within it';
COMMENT ON COLUMN module_load_samples.reporter IS 'Keyed hash that stands for a user and a release';
COMMENT ON COLUMN module_load_samples.source IS 'Keyed hash that stands for a realm, or for the administrators, and a release';
COMMENT ON COLUMN module_load_samples.slow IS 'Loads that took longer than load_budget_ms';
CREATE INDEX module_load_samples_since ON module_load_samples (since);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_load_samples TO tessera_all;

-- Which sessions have fetched a release at all.
CREATE TABLE module_fetches (
  session text NOT NULL CHECK (char_length(session) <= 100),
  release_id int NOT NULL REFERENCES module_releases,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session, release_id)
);
COMMENT ON COLUMN module_fetches.session IS 'Keyed hash that stands for a session';
CREATE INDEX module_fetches_release ON module_fetches (release_id);
CREATE INDEX module_fetches_at ON module_fetches (at);
GRANT SELECT, INSERT, DELETE ON module_fetches TO tessera_all;

CREATE TABLE module_report_budgets (
  bucket text PRIMARY KEY CHECK (char_length(bucket) <= 100),
  loads int NOT NULL,
  bad_loads int NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_report_budgets.bucket IS 'Keyed hash that stands for a user or a realm, and a release';
CREATE INDEX module_report_budgets_started ON module_report_budgets (started_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_report_budgets TO tessera_all;

CREATE TABLE module_upload_budgets (
  publisher_id int PRIMARY KEY REFERENCES module_publishers ON DELETE CASCADE,
  bytes bigint NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_upload_budgets.bytes IS 'Received since started_at; an hour later it starts again';
GRANT SELECT, INSERT, UPDATE, DELETE ON module_upload_budgets TO tessera_all;

CREATE TABLE module_rollbacks (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module_id int NOT NULL REFERENCES modules,
  release_id int NOT NULL,
  channel text NOT NULL CHECK (channel IN ('stable', 'canary')),
  to_release_id int,
  reason text NOT NULL CHECK (reason IN ('errors', 'load_time', 'request')),
  measured jsonb CHECK (jsonb_typeof(measured) = 'object'),
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (module_id, release_id) REFERENCES module_releases (module_id, id),
  FOREIGN KEY (module_id, to_release_id) REFERENCES module_releases (module_id, id)
);
COMMENT ON COLUMN module_rollbacks.to_release_id IS 'The stable release from then on; null: none, so the module was disabled';
COMMENT ON COLUMN module_rollbacks.measured IS 'What exceeded its budget; null: a person requested it';
CREATE INDEX module_rollbacks_module ON module_rollbacks (module_id, id DESC);
GRANT SELECT, INSERT ON module_rollbacks TO tessera_all;

-- The key that the installation signs the modules with that it ships.
CREATE TABLE module_signing_key (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  secrets jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_signing_key.secrets IS 'Sealed: seed of the Ed25519 key, under realm 0';
GRANT SELECT, INSERT, UPDATE ON module_signing_key TO tessera_all;

-- Since when stored files of modules belong to no release, so that they are removed only after a grace time.
CREATE TABLE module_orphaned_files (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  found_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_orphaned_files.sha256 IS 'A stored file that no release lists';
CREATE INDEX module_orphaned_files_found ON module_orphaned_files (found_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_orphaned_files TO tessera_all;

CREATE TABLE module_registry (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  serial bigint NOT NULL
);
COMMENT ON COLUMN module_registry.serial IS 'Rises with every change of what pages load; at least the milliseconds since 1970';
GRANT SELECT, UPDATE ON module_registry TO tessera_all;
INSERT INTO module_registry (serial) VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint);

-- The row is locked until the transaction ends, so that serials become visible in their order.
CREATE FUNCTION raise_module_serial() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE module_registry SET serial = greatest(serial + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  PERFORM live_send('modules', NULL, 'update', ARRAY[1]);
  RETURN NULL;
END $$;
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['modules', 'module_assignments', 'module_publishers', 'module_keys'] LOOP
    EXECUTE format('CREATE TRIGGER raise_module_serial AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION raise_module_serial()', target);
  END LOOP;
END $$;

-- What browsers refused, counted.
CREATE TABLE csp_reports (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  directive text NOT NULL CHECK (char_length(directive) BETWEEN 1 AND 50),
  blocked text NOT NULL CHECK (char_length(blocked) BETWEEN 1 AND 200),
  page text NOT NULL CHECK (char_length(page) BETWEEN 1 AND 200),
  source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 200),
  reports int NOT NULL CHECK (reports > 0),
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (directive, blocked, page, source)
);
COMMENT ON COLUMN csp_reports.blocked IS 'An origin, a scheme, or a word such as inline; never an address with a path of elsewhere';
COMMENT ON COLUMN csp_reports.page IS 'Path without ids';
COMMENT ON COLUMN csp_reports.source IS 'Where the script is that did it; empty: unknown';
CREATE INDEX csp_reports_last ON csp_reports (last_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON csp_reports TO tessera_all;
`;
}
