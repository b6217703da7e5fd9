import { SqlMigration } from './sql-migration';

/** Queue-it links, holds (the cart) and tickets (purchased). */
export class Seats extends SqlMigration {
  readonly name = 'Seats1763600000008';
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
COMMENT ON COLUMN queue_links.secrets IS 'sealed: cookies, unique_link, pass_link, enqueue_token (contract section 7)';
CREATE INDEX queue_links_newest ON queue_links (realm_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX queue_links_event ON queue_links (event_id, realm_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON queue_links FOR EACH ROW EXECUTE FUNCTION bump_version();

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
  UNIQUE (realm_id, id),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE SET NULL (task_id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id)
);
COMMENT ON COLUMN holds.customer_identity IS 'the login''s identity when the seat was held; never changes';
CREATE UNIQUE INDEX holds_one_live_per_seat ON holds (task_id, area, "row", seat) WHERE status = 'held';
CREATE INDEX holds_expiry ON holds (expires_at) WHERE status = 'held';
CREATE INDEX holds_newest ON holds (realm_id, created_at DESC, id DESC);
CREATE INDEX holds_task ON holds (realm_id, task_id, status);
CREATE INDEX holds_job ON holds (realm_id, job_id, status);
CREATE INDEX holds_login ON holds (realm_id, login_id, event_id);
CREATE INDEX holds_identity ON holds (event_id, customer_identity) WHERE status = 'held';
CREATE INDEX holds_site ON holds (site_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION bump_version('lease_id');

CREATE TABLE tickets (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  hold_id int NOT NULL UNIQUE,
  task_id int,
  job_id int,
  login_id int NOT NULL,
  site_id int NOT NULL REFERENCES sites,
  event_id int NOT NULL REFERENCES events,
  event_guid text NOT NULL CHECK (char_length(event_guid) <= 200),
  event_name text NOT NULL CHECK (char_length(event_name) <= 300),
  login_email text NOT NULL CHECK (char_length(login_email) <= 320),
  customer_identity text NOT NULL CHECK (char_length(customer_identity) BETWEEN 1 AND 320),
  area text NOT NULL DEFAULT '' CHECK (char_length(area) <= 100),
  "row" text NOT NULL DEFAULT '' CHECK (char_length("row") <= 100),
  seat text NOT NULL DEFAULT '' CHECK (char_length(seat) <= 100),
  price numeric(12, 2) CHECK (price >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'USED', 'CANCELLED')),
  ticket_reference text CHECK (char_length(ticket_reference) <= 120),
  late boolean NOT NULL DEFAULT false,
  over_limit boolean NOT NULL DEFAULT false,
  confirmed_by int REFERENCES users ON DELETE SET NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id),
  FOREIGN KEY (realm_id, hold_id) REFERENCES holds (realm_id, id),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE SET NULL (task_id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id)
);
CREATE INDEX tickets_newest ON tickets (realm_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tickets_login ON tickets (realm_id, login_id, event_id);
CREATE INDEX tickets_identity ON tickets (event_id, customer_identity);
CREATE INDEX tickets_task ON tickets (realm_id, task_id);
CREATE INDEX tickets_job ON tickets (realm_id, job_id);
CREATE INDEX tickets_site ON tickets (site_id);
CREATE INDEX tickets_confirmed_by ON tickets (confirmed_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION bump_version();
`;
}
