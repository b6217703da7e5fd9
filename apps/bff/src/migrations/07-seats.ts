import { SqlMigration } from './sql-migration';

/**
 * Queue-it links (one live one per login and event, each step of it kept), positions in waiting rooms, and holds, which are
 * the cart.
 */
export class QueuePlacesAndHolds extends SqlMigration {
  readonly name = 'QueuePlacesAndHolds1795824000007';
  protected readonly sql = `
CREATE TABLE queue_links (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  login_id int NOT NULL,
  event_id int NOT NULL REFERENCES events,
  event_url text CHECK (event_url ~* '^https?://' AND char_length(event_url) <= 2000),
  status text NOT NULL DEFAULT 'prequeue' CHECK (status IN (
    'prequeue', 'waiting', 'your_turn', 'entered', 'expired', 'cancelled', 'error')),
  status_msg text CHECK (char_length(status_msg) <= 2000),
  position int CHECK (position >= 0),
  enqueue_token_expires timestamptz,
  secrets jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(secrets) = 'object'),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id),
  UNIQUE (realm_id, login_id, id),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id)
);
COMMENT ON COLUMN queue_links.secrets IS 'Sealed: cookies, unique_link, pass_link, enqueue_token';
CREATE INDEX queue_links_newest ON queue_links (realm_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX queue_links_event ON queue_links (event_id, realm_id);
CREATE INDEX queue_links_deleted ON queue_links (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX queue_links_one_live ON queue_links (realm_id, login_id, event_id)
  WHERE deleted_at IS NULL AND status IN ('prequeue', 'waiting', 'your_turn', 'entered');
CREATE INDEX queue_links_expiry ON queue_links (enqueue_token_expires)
  WHERE deleted_at IS NULL AND status IN ('prequeue', 'waiting', 'your_turn');
CREATE TRIGGER bump_version BEFORE UPDATE ON queue_links FOR EACH ROW
  WHEN (NOT only_rewrapped(OLD.secrets, NEW.secrets)) EXECUTE FUNCTION bump_version();
CALL secure_realm_table('queue_links');
GRANT SELECT, INSERT, UPDATE ON queue_links TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON queue_links TO tessera_all;

-- login_id is part of both keys: a queue place serves tasks of its own login only.
CREATE TABLE queue_link_tasks (
  realm_id int NOT NULL REFERENCES realms,
  link_id int NOT NULL,
  login_id int NOT NULL,
  task_id int NOT NULL,
  PRIMARY KEY (link_id, task_id),
  FOREIGN KEY (realm_id, login_id, link_id) REFERENCES queue_links (realm_id, login_id, id) ON DELETE CASCADE,
  FOREIGN KEY (realm_id, login_id, task_id) REFERENCES tasks (realm_id, login_id, id) ON DELETE CASCADE
);
CREATE INDEX queue_link_tasks_task ON queue_link_tasks (realm_id, task_id);
CALL secure_realm_table('queue_link_tasks');
GRANT SELECT, INSERT, UPDATE, DELETE ON queue_link_tasks TO tessera_realm, tessera_all;

CREATE TABLE queue_link_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  link_id int NOT NULL,
  status text NOT NULL,
  position int,
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (realm_id, link_id) REFERENCES queue_links (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX queue_link_steps_link ON queue_link_steps (realm_id, link_id, id DESC);
CALL secure_realm_table('queue_link_steps');
GRANT SELECT, INSERT ON queue_link_steps TO tessera_realm, tessera_all;

CREATE FUNCTION queue_link_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO queue_link_steps (realm_id, link_id, status, position) VALUES (NEW.realm_id, NEW.id, NEW.status, NEW.position);
  RETURN NULL;
END $$;
CREATE TRIGGER step_insert AFTER INSERT ON queue_links FOR EACH ROW EXECUTE FUNCTION queue_link_step();
CREATE TRIGGER step_update AFTER UPDATE OF status, position ON queue_links FOR EACH ROW
  WHEN (NEW.status <> OLD.status OR NEW.position IS DISTINCT FROM OLD.position) EXECUTE FUNCTION queue_link_step();

-- The positions that tasks had in waiting rooms: at most one of each task in five seconds, which the key ensures however
-- often workers report.
CREATE TABLE task_positions (
  realm_id int NOT NULL REFERENCES realms,
  task_id int NOT NULL,
  slot int NOT NULL,
  position int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, task_id, slot),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN task_positions.slot IS 'Epoch seconds divided by five';
CREATE INDEX task_positions_at ON task_positions USING brin (at);
CALL secure_realm_table('task_positions');
GRANT SELECT ON task_positions TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON task_positions TO tessera_all;

CREATE TABLE holds (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  task_id int,
  job_id int,
  login_id int NOT NULL,
  site_id int NOT NULL REFERENCES sites,
  event_id int NOT NULL REFERENCES events,
  event_guid text NOT NULL CHECK (char_length(event_guid) <= 200),
  event_name text NOT NULL CHECK (char_length(event_name) <= 300),
  customer_identity text NOT NULL CHECK (char_length(customer_identity) BETWEEN 1 AND 320),
  area text NOT NULL DEFAULT '' CHECK (char_length(area) <= 100),
  "row" text NOT NULL DEFAULT '' CHECK (char_length("row") <= 100),
  seat text NOT NULL DEFAULT '' CHECK (char_length(seat) <= 100),
  price numeric(12, 2) CHECK (price >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  basket text CHECK (basket ~* '^https?://' AND char_length(basket) <= 2000),
  status text NOT NULL DEFAULT 'held' CHECK (status IN ('held', 'confirmed', 'expired', 'removed')),
  lease_id uuid,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  worker_id int REFERENCES workers,
  UNIQUE (realm_id, id),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE SET NULL (task_id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id)
);
COMMENT ON COLUMN holds.customer_identity IS 'Customer identity of the login when the seat was held; never changes';
CREATE UNIQUE INDEX holds_one_live_per_seat ON holds (task_id, area, "row", seat) WHERE status = 'held';
CREATE INDEX holds_expiry ON holds (expires_at) WHERE status = 'held';
CREATE INDEX holds_newest ON holds (realm_id, created_at DESC, id DESC);
CREATE INDEX holds_task ON holds (realm_id, task_id, status);
CREATE INDEX holds_job ON holds (realm_id, job_id, status);
CREATE INDEX holds_login ON holds (realm_id, login_id, event_id);
CREATE INDEX holds_identity ON holds (event_id, customer_identity) WHERE status = 'held';
CREATE INDEX holds_site ON holds (site_id);
-- Whether a seat is held under another hold.
CREATE INDEX holds_seat ON holds (event_id, area, "row", seat) WHERE status = 'held';
CREATE INDEX holds_worker ON holds (worker_id) WHERE worker_id IS NOT NULL;
CREATE INDEX holds_lapse ON holds (expires_at) WHERE status IN ('held', 'expired');
CREATE INDEX holds_newest_of_all ON holds (created_at DESC, id DESC);
-- What retention removes, without reading the rest.
CREATE INDEX holds_ended ON holds (updated_at) WHERE status IN ('expired', 'removed');
-- What pages of logins and jobs count for each row.
CREATE INDEX holds_held_of_login ON holds (realm_id, login_id, expires_at) WHERE status = 'held';
CREATE INDEX holds_held_of_job ON holds (realm_id, job_id, expires_at) WHERE status = 'held';
-- All holds of an event, ended ones too: what the history of an on-sale is computed from.
CREATE INDEX holds_event ON holds (event_id, realm_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION bump_version('lease_id', 'worker_id');
CALL secure_realm_table('holds');
GRANT SELECT, INSERT, UPDATE ON holds TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON holds TO tessera_all;

-- What a realm means to spend on an event, which the on-sale room compares with what is spent.
CREATE TABLE event_budgets (
  realm_id int NOT NULL REFERENCES realms,
  event_id int NOT NULL REFERENCES events ON DELETE CASCADE,
  amount numeric(12, 2) NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (realm_id, event_id)
);
CREATE INDEX event_budgets_event ON event_budgets (event_id);
CALL secure_realm_table('event_budgets');
GRANT SELECT, INSERT, UPDATE, DELETE ON event_budgets TO tessera_realm, tessera_all;
`;
}
