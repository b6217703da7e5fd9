import { SqlMigration } from './sql-migration';

/**
 * Publishers of modules with their keys and tokens, releases as signed manifests, and uploads in progress. Only
 * administrators and the system reach these tables; `module_releases` is still only added to.
 */
export class ModulePublishing extends SqlMigration {
  readonly name = 'ModulePublishing1763600000090';
  protected readonly sql = `
CREATE TABLE module_publishers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 100),
  modules text[] NOT NULL DEFAULT '{}' CHECK (cardinality(modules) <= 100),
  owner_id int REFERENCES users ON DELETE SET NULL,
  developers int[] NOT NULL DEFAULT '{}' CHECK (cardinality(developers) <= 200),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_publishers.modules IS 'Names of the modules that it may publish';
COMMENT ON COLUMN module_publishers.owner_id IS 'Who is notified about its modules';
COMMENT ON COLUMN module_publishers.developers IS 'Users who may override its modules in their own browser';
CREATE INDEX module_publishers_owner ON module_publishers (owner_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON module_publishers FOR EACH ROW EXECUTE FUNCTION bump_version();

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

ALTER TABLE modules ADD owner text CHECK (char_length(owner) BETWEEN 1 AND 100);
COMMENT ON COLUMN modules.owner IS 'The team that answers for the module';

-- The previous version of the server still writes and reads the first two columns during an update.
ALTER TABLE module_releases
  ALTER manifest_url DROP NOT NULL,
  ALTER integrity DROP NOT NULL,
  ADD manifest text CHECK (octet_length(manifest) <= 524288),
  ADD signature text CHECK (char_length(signature) <= 200),
  ADD key_id text CHECK (char_length(key_id) <= 100),
  ADD publisher_id int REFERENCES module_publishers,
  ADD owner text CHECK (char_length(owner) BETWEEN 1 AND 100),
  ADD size_bytes bigint CHECK (size_bytes >= 0),
  ADD published_by text CHECK (char_length(published_by) <= 320),
  ADD CHECK (manifest IS NULL OR
    (signature IS NOT NULL AND key_id IS NOT NULL AND owner IS NOT NULL AND size_bytes IS NOT NULL AND published_by IS NOT NULL));
COMMENT ON COLUMN module_releases.manifest IS 'The text of module.json, as it was signed; null: recorded before releases were signed';
COMMENT ON COLUMN module_releases.publisher_id IS 'Null: the installation itself';
CREATE INDEX module_releases_publisher ON module_releases (publisher_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON module_publishers, module_keys, module_tokens, module_uploads TO tessera_all;
`;
}
