import { SqlMigration } from './sql-migration';

/** Notifications, the audit trail, idempotency keys and modules. */
export class Records extends SqlMigration {
  readonly name = 'Records1763600000009';
  protected readonly sql = `
CREATE TABLE push_subscriptions (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (endpoint ~* '^https://' AND char_length(endpoint) <= 2000),
  p256dh text NOT NULL CHECK (char_length(p256dh) <= 200),
  auth text NOT NULL CHECK (char_length(auth) <= 100),
  notification_types text[] NOT NULL DEFAULT '{}',
  user_agent text CHECK (char_length(user_agent) <= 500),
  wait_until timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON push_subscriptions
  FOR EACH ROW EXECUTE FUNCTION bump_version('wait_until');

CREATE TABLE push_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  subscription_id int REFERENCES push_subscriptions ON DELETE SET NULL,
  topic text NOT NULL CHECK (char_length(topic) <= 50),
  outcome text NOT NULL CHECK (outcome IN ('sent', 'waiting', 'gone', 'failed')),
  response_status int,
  message text CHECK (char_length(message) <= 2000),
  attempt int NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_deliveries_user ON push_deliveries (user_id, id DESC);
CREATE INDEX push_deliveries_subscription ON push_deliveries (subscription_id);

CREATE TABLE notifications (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int REFERENCES realms,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  topic text NOT NULL CHECK (topic IN ('queue_turn', 'hold_created', 'hold_expiring', 'purchase_confirmed',
    'task_failed', 'job_finished', 'limit_warning', 'security')),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  body text NOT NULL DEFAULT '' CHECK (char_length(body) <= 2000),
  path text CHECK (path LIKE '/%' AND char_length(path) <= 500),
  read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notifications_user ON notifications (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_realm ON notifications (realm_id);

-- A ledger: no foreign keys, so that nothing it names takes it along.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'worker', 'system')),
  actor_id int,
  who text NOT NULL CHECK (char_length(who) <= 320),
  role text,
  session_id uuid,
  request_id text CHECK (char_length(request_id) <= 200),
  address text CHECK (char_length(address) <= 100),
  action text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 100),
  entity text NOT NULL CHECK (char_length(entity) BETWEEN 1 AND 100),
  entity_id text CHECK (char_length(entity_id) <= 100),
  before jsonb,
  after jsonb
);
CREATE INDEX audit_realm ON audit (realm_id, id DESC);
CREATE INDEX audit_entity ON audit (entity, entity_id, id DESC);

CREATE TABLE idempotency_keys (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  realm_id int REFERENCES realms,
  role text NOT NULL,
  route text NOT NULL CHECK (char_length(route) <= 500),
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  request_hash text NOT NULL,
  response_status int NOT NULL CHECK (response_status BETWEEN 200 AND 299),
  response_headers jsonb NOT NULL DEFAULT '{}',
  response_body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  UNIQUE NULLS NOT DISTINCT (user_id, realm_id, role, route, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

CREATE TABLE modules (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z][a-z0-9-]{0,49}$'),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
  enabled boolean NOT NULL DEFAULT true,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER bump_version BEFORE UPDATE ON modules FOR EACH ROW EXECUTE FUNCTION bump_version();

CREATE TABLE module_releases (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module_id int NOT NULL REFERENCES modules,
  version text NOT NULL CHECK (char_length(version) BETWEEN 1 AND 100),
  manifest_url text NOT NULL CHECK (char_length(manifest_url) <= 2000),
  integrity text NOT NULL CHECK (char_length(integrity) <= 200),
  routes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(routes) = 'array'),
  nav jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(nav) = 'array'),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (module_id, version),
  UNIQUE (module_id, id)
);

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
  UNIQUE NULLS NOT DISTINCT (module_id, channel, realm_id),
  CHECK (channel = 'canary' OR realm_id IS NULL AND percent IS NULL),
  FOREIGN KEY (module_id, release_id) REFERENCES module_releases (module_id, id)
);
CREATE INDEX module_assignments_release ON module_assignments (module_id, release_id);
CREATE INDEX module_assignments_realm ON module_assignments (realm_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON module_assignments FOR EACH ROW EXECUTE FUNCTION bump_version();
`;
}
