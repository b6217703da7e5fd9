import { SqlMigration } from './sql-migration';

/** Addresses of other systems that get messages about what happens in a realm, and these messages. */
export class Webhooks extends SqlMigration {
  readonly name = 'Webhooks1795996800020';
  protected readonly sql = `
CREATE TABLE webhooks (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  url text NOT NULL CHECK (char_length(url) <= 2000),
  format text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'slack', 'teams')),
  topics text[] NOT NULL CHECK (cardinality(topics) BETWEEN 1 AND 50),
  event_ids int[] NOT NULL DEFAULT '{}',
  site_ids int[] NOT NULL DEFAULT '{}',
  secrets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(secrets) = 'object'),
  rotated_until timestamptz,
  enabled boolean NOT NULL DEFAULT true,
  sequence int NOT NULL DEFAULT 0,
  failures int NOT NULL DEFAULT 0,
  slow boolean NOT NULL DEFAULT true,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (realm_id, id)
);
COMMENT ON COLUMN webhooks.url IS 'What may be shown of it: of formats whose address is a secret only the host';
COMMENT ON COLUMN webhooks.event_ids IS 'Empty: all';
COMMENT ON COLUMN webhooks.site_ids IS 'Empty: all';
COMMENT ON COLUMN webhooks.secrets IS 'Sealed: url, secret, former_secret';
COMMENT ON COLUMN webhooks.rotated_until IS 'Until when messages are signed with the former secret too';
COMMENT ON COLUMN webhooks.sequence IS 'The number of its latest message';
COMMENT ON COLUMN webhooks.failures IS 'Attempts that have failed since the latest one that succeeded';
COMMENT ON COLUMN webhooks.slow IS 'It answers slowly or not at all, or has not answered yet: few of its messages are sent at a time';
CREATE TRIGGER bump_version BEFORE UPDATE ON webhooks FOR EACH ROW
  WHEN (NOT only_rewrapped(OLD.secrets, NEW.secrets)) EXECUTE FUNCTION bump_version('sequence', 'failures', 'slow');
CALL secure_realm_table('webhooks');
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO tessera_realm, tessera_all;

CREATE TABLE webhook_deliveries (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  webhook_id int NOT NULL,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  topic text NOT NULL CHECK (char_length(topic) <= 50),
  type text NOT NULL CHECK (char_length(type) <= 100),
  about text,
  sequence int,
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  attempted_at timestamptz,
  status int,
  error text CHECK (char_length(error) <= 300),
  duration_ms int,
  answer text CHECK (char_length(answer) <= 1024),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (realm_id, webhook_id) REFERENCES webhooks (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN webhook_deliveries.message_id IS 'The same in every attempt, by which a receiver recognises what it has';
COMMENT ON COLUMN webhook_deliveries.about IS 'What happened, where it may be reported again; sent once';
COMMENT ON COLUMN webhook_deliveries.sequence IS 'Given once, before the first attempt, so that no transaction waits for another one to count';
COMMENT ON COLUMN webhook_deliveries.next_attempt_at IS 'While it is being sent: when another server may take it over';
COMMENT ON COLUMN webhook_deliveries.status IS 'HTTP status of the latest answer';
COMMENT ON COLUMN webhook_deliveries.error IS 'Why the latest attempt failed';
COMMENT ON COLUMN webhook_deliveries.answer IS 'Beginning of the latest answer';
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (realm_id, webhook_id, id);
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at, id)
  WHERE state = 'waiting' AND sequence IS NOT NULL;
CREATE INDEX webhook_deliveries_new ON webhook_deliveries (webhook_id, id) WHERE sequence IS NULL;
CREATE INDEX webhook_deliveries_dead ON webhook_deliveries (webhook_id, id) WHERE state = 'dead';
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (realm_id, webhook_id, topic, about)
  WHERE about IS NOT NULL;
CALL secure_realm_table('webhook_deliveries');
GRANT SELECT, INSERT, UPDATE ON webhook_deliveries TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO tessera_all;
`;
}
