import { SqlMigration } from './sql-migration';

/** Templates, jobs, tasks and their timeline. */
export class Tasks extends SqlMigration {
  readonly name = 'Tasks1763600000007';
  protected readonly sql = `
CREATE TABLE templates (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  site_id int NOT NULL REFERENCES sites,
  event_id int REFERENCES events,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  type text NOT NULL DEFAULT 'hold' CHECK (type IN ('hold', 'buy')),
  worker_count int NOT NULL DEFAULT 1 CHECK (worker_count BETWEEN 1 AND 10000),
  seats_per_worker int NOT NULL DEFAULT 1 CHECK (seats_per_worker BETWEEN 1 AND 100),
  launch_delay int NOT NULL DEFAULT 0 CHECK (launch_delay BETWEEN 0 AND 86400),
  target_count int CHECK (target_count >= 1),
  price_type text CHECK (char_length(price_type) <= 200),
  price_levels jsonb,
  proxy_template text CHECK (char_length(proxy_template) <= 500),
  proxy_rotation_interval int CHECK (proxy_rotation_interval >= 0),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id)
);
COMMENT ON COLUMN templates.launch_delay IS 'seconds between the starts of two tasks';
CREATE INDEX templates_name ON templates (realm_id, lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX templates_site ON templates (site_id);
CREATE INDEX templates_event ON templates (event_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON templates FOR EACH ROW EXECUTE FUNCTION bump_version();

CREATE TABLE template_logins (
  realm_id int NOT NULL REFERENCES realms,
  template_id int NOT NULL,
  login_id int NOT NULL,
  position int NOT NULL CHECK (position >= 1),
  PRIMARY KEY (template_id, login_id),
  FOREIGN KEY (realm_id, template_id) REFERENCES templates (realm_id, id) ON DELETE CASCADE,
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX template_logins_login ON template_logins (realm_id, login_id);

CREATE TABLE jobs (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  template_id int,
  site_id int NOT NULL REFERENCES sites,
  event_id int NOT NULL REFERENCES events,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  seats_target int CHECK (seats_target >= 1),
  config jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(config) = 'object'),
  created_by int REFERENCES users ON DELETE SET NULL,
  scheduled_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id),
  FOREIGN KEY (realm_id, template_id) REFERENCES templates (realm_id, id) ON DELETE SET NULL (template_id)
);
CREATE INDEX jobs_newest ON jobs (realm_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX jobs_newest_of_all ON jobs (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX jobs_template ON jobs (realm_id, template_id);
CREATE INDEX jobs_site ON jobs (site_id);
CREATE INDEX jobs_event ON jobs (event_id);
CREATE INDEX jobs_created_by ON jobs (created_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION bump_version();

CREATE TABLE tasks (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  job_id int,
  template_id int,
  pool_id int,
  login_id int NOT NULL,
  site_id int NOT NULL REFERENCES sites,
  event_id int NOT NULL REFERENCES events,
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
  mode text NOT NULL DEFAULT 'hold' CHECK (mode IN ('hold', 'buy')),
  job_index int CHECK (job_index >= 0),
  status text NOT NULL DEFAULT 'idle' CHECK (status IN (
    'idle', 'scheduled', 'queued', 'running', 'waiting_room', 'carted', 'stopping',
    'stopped', 'bought', 'failed', 'expired')),
  unfinished boolean NOT NULL GENERATED ALWAYS AS (status IN (
    'idle', 'scheduled', 'queued', 'running', 'waiting_room', 'carted', 'stopping')) STORED,
  paused boolean NOT NULL DEFAULT false,
  status_message text CHECK (char_length(status_message) <= 2000),
  command text CHECK (char_length(command) <= 50),
  command_message text CHECK (char_length(command_message) <= 2000),
  seats_to_set int NOT NULL DEFAULT 1 CHECK (seats_to_set BETWEEN 1 AND 100),
  event_price_type text CHECK (char_length(event_price_type) <= 200),
  event_price_levels jsonb,
  event_areas jsonb,
  event_closed_count int NOT NULL DEFAULT 0,
  basket text CHECK (basket ~* '^https?://' AND char_length(basket) <= 2000),
  sleep_time_ms int CHECK (sleep_time_ms >= 0),
  proxy text CHECK (char_length(proxy) <= 500),
  proxy_template text CHECK (char_length(proxy_template) <= 500),
  worker_index int,
  queue_name text CHECK (char_length(queue_name) <= 200),
  boss_job_id uuid,
  queue_it_event_id text CHECK (char_length(queue_it_event_id) <= 200),
  queue_it_event_name text CHECK (char_length(queue_it_event_name) <= 300),
  queue_it_event_url text CHECK (char_length(queue_it_event_url) <= 2000),
  queue_it_event_status text CHECK (char_length(queue_it_event_status) <= 100),
  queue_it_event_redirect_url text CHECK (char_length(queue_it_event_redirect_url) <= 2000),
  queue_it_event_position int,
  queue_it_event_created_at timestamptz,
  queue_it_event_updated_at timestamptz,
  order_key uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  lease_id uuid UNIQUE,
  leased_by int REFERENCES workers,
  lease_expires_at timestamptz,
  attempt int NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  retry_count int NOT NULL DEFAULT 0 CHECK (retry_count >= 0),
  max_retries int NOT NULL DEFAULT 5 CHECK (max_retries BETWEEN 0 AND 100),
  requeued_after_lapse boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz,
  scheduled_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  last_active timestamptz,
  run_duration int NOT NULL DEFAULT 0 CHECK (run_duration >= 0),
  created_by int REFERENCES users ON DELETE SET NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id),
  UNIQUE (realm_id, login_id, id),
  CHECK ((lease_id IS NULL) = (lease_expires_at IS NULL)),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id),
  FOREIGN KEY (realm_id, template_id) REFERENCES templates (realm_id, id) ON DELETE SET NULL (template_id),
  FOREIGN KEY (realm_id, pool_id) REFERENCES pools (realm_id, id) ON DELETE SET NULL (pool_id)
);
COMMENT ON COLUMN tasks.order_key IS 'the task''s key at the site, for good (contract section 8)';
COMMENT ON COLUMN tasks.boss_job_id IS 'redis_task_id on the wire';
COMMENT ON COLUMN tasks.run_duration IS 'seconds';
CREATE INDEX tasks_newest ON tasks (realm_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_newest_of_all ON tasks (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_status ON tasks (realm_id, status, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tasks_job ON tasks (realm_id, job_id, status);
CREATE INDEX tasks_login ON tasks (realm_id, login_id) WHERE unfinished;
CREATE INDEX tasks_login_event ON tasks (login_id, event_id);
CREATE INDEX tasks_event ON tasks (event_id, realm_id);
CREATE INDEX tasks_site ON tasks (site_id);
CREATE INDEX tasks_template ON tasks (realm_id, template_id) WHERE template_id IS NOT NULL;
CREATE INDEX tasks_pool ON tasks (realm_id, pool_id) WHERE pool_id IS NOT NULL;
CREATE INDEX tasks_created_by ON tasks (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX tasks_leased_by ON tasks (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX tasks_lease_expiry ON tasks (lease_expires_at) WHERE lease_id IS NOT NULL;
CREATE INDEX tasks_due ON tasks (scheduled_at) WHERE status = 'scheduled' AND deleted_at IS NULL;
CREATE INDEX tasks_next_attempt ON tasks (next_attempt_at) WHERE status = 'queued' AND deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION bump_version(
  'boss_job_id', 'lease_id', 'leased_by', 'lease_expires_at', 'attempt', 'next_attempt_at', 'last_active', 'run_duration');

CREATE TABLE task_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  task_id int NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'worker', 'system')),
  actor_id int,
  who text NOT NULL CHECK (char_length(who) <= 320),
  what text NOT NULL CHECK (char_length(what) <= 100),
  from_status text,
  to_status text,
  message text CHECK (char_length(message) <= 2000),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX task_events_task ON task_events (realm_id, task_id, id DESC);
`;
}
