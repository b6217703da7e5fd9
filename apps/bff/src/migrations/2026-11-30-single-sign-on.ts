import { seenWithPerson } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Identity providers for single sign-on, which accounts sign in through them, sign-ins in progress, and the sessions that
 * came from one. An account that a provider vouches for needs no password. A realm's role sees that its realm has a
 * provider; all else is the system's.
 */
export class SingleSignOn extends SqlMigration {
  readonly name = 'SingleSignOn1795996800040';
  protected readonly sql = `
ALTER TABLE users ALTER password_hash DROP NOT NULL;
ALTER TABLE users ADD break_glass boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN users.break_glass IS 'An administrator who signs in by password even where administrators must use single sign-on';
GRANT SELECT (break_glass) ON users TO tessera_realm;
ALTER TABLE realms ADD single_sign_on_only boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN realms.single_sign_on_only IS 'Its people sign in through an identity provider alone';

CREATE TABLE identity_providers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int REFERENCES realms,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  issuer text NOT NULL CHECK (char_length(issuer) BETWEEN 1 AND 500),
  client_id text NOT NULL CHECK (char_length(client_id) BETWEEN 1 AND 300),
  secrets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(secrets) = 'object'),
  scopes text NOT NULL CHECK (char_length(scopes) BETWEEN 1 AND 500),
  domains text[] NOT NULL DEFAULT '{}',
  rules jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(rules) = 'array'),
  creates_accounts boolean NOT NULL DEFAULT false,
  only_for_administrators boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (realm_id IS NOT NULL OR domains = '{}'),
  CHECK (realm_id IS NULL OR NOT only_for_administrators)
);
COMMENT ON COLUMN identity_providers.realm_id IS 'Null: the provider of the whole installation, of which there is one';
COMMENT ON COLUMN identity_providers.secrets IS 'Sealed: client_secret, under realm 0';
COMMENT ON COLUMN identity_providers.domains IS 'Domains of e-mail addresses whose people are offered it';
COMMENT ON COLUMN identity_providers.rules IS 'In order: claim and value, and the realm, role and duties that they give';
COMMENT ON COLUMN identity_providers.only_for_administrators IS 'Administrators sign in through it alone, but those marked break_glass';
CREATE UNIQUE INDEX identity_providers_installation ON identity_providers ((1)) WHERE realm_id IS NULL;
CREATE INDEX identity_providers_realm ON identity_providers (realm_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON identity_providers FOR EACH ROW
  WHEN (NOT only_rewrapped(OLD.secrets, NEW.secrets)) EXECUTE FUNCTION bump_version();
CALL secure_realm_table('identity_providers');
GRANT SELECT (id, realm_id, name, issuer, enabled) ON identity_providers TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_providers TO tessera_all;

-- An account is known by issuer and subject alone: addresses change hands.
CREATE TABLE linked_identities (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id int NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  issuer text NOT NULL CHECK (char_length(issuer) <= 500),
  subject text NOT NULL CHECK (char_length(subject) <= 500),
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  linked_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz,
  UNIQUE (provider_id, issuer, subject)
);
CREATE INDEX linked_identities_user ON linked_identities (user_id);
${seenWithPerson('linked_identities')}
GRANT SELECT, INSERT, UPDATE, DELETE ON linked_identities TO tessera_all;

CREATE TABLE sso_attempts (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id int NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'link', 'reauthenticate')),
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  state_hash text NOT NULL UNIQUE,
  cookie_hash text NOT NULL,
  secrets jsonb NOT NULL CHECK (jsonb_typeof(secrets) = 'object'),
  return_to text NOT NULL CHECK (char_length(return_to) <= 2000),
  reservation jsonb NOT NULL DEFAULT '[]',
  answered_at timestamptz,
  code_hash text UNIQUE,
  code_expires_at timestamptz,
  done_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN sso_attempts.session_id IS 'The session that links an identity or authenticates again';
COMMENT ON COLUMN sso_attempts.cookie_hash IS 'The browser that began it, which alone may finish it';
COMMENT ON COLUMN sso_attempts.secrets IS 'Sealed, under realm 0: verifier and nonce, then what the provider answered';
COMMENT ON COLUMN sso_attempts.reservation IS 'What it counts against, given back when it succeeds';
COMMENT ON COLUMN sso_attempts.answered_at IS 'When the provider sent the browser back; only the first time counts';
COMMENT ON COLUMN sso_attempts.code_hash IS 'Of the code that the page exchanges for a session';
CREATE INDEX sso_attempts_provider ON sso_attempts (provider_id);
CREATE INDEX sso_attempts_session ON sso_attempts (session_id);
CREATE INDEX sso_attempts_expiry ON sso_attempts (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_attempts TO tessera_all;

CREATE TABLE provider_sessions (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  identity_id int NOT NULL REFERENCES linked_identities ON DELETE CASCADE,
  sid text CHECK (char_length(sid) <= 500),
  secrets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(secrets) = 'object'),
  checked_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN provider_sessions.sid IS 'The session at the provider, which a back-channel logout names';
COMMENT ON COLUMN provider_sessions.secrets IS 'Sealed, under realm 0: id_token and refresh_token';
COMMENT ON COLUMN provider_sessions.checked_at IS 'When the provider was last asked whether the session still holds';
CREATE INDEX provider_sessions_identity ON provider_sessions (identity_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_sessions TO tessera_all;

CREATE TABLE provider_logouts (
  provider_id int NOT NULL REFERENCES identity_providers ON DELETE CASCADE,
  token_hash text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, token_hash)
);
COMMENT ON TABLE provider_logouts IS 'Logout tokens that were received: each counts once';
CREATE INDEX provider_logouts_received ON provider_logouts (received_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_logouts TO tessera_all;
`;
}
