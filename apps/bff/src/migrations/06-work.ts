import { ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * What workers are to do: templates, jobs and their tasks with timelines, and commands over many tasks.
 */
export class Work extends SqlMigration {
  readonly name = 'Work1795824000006';
  protected readonly sql = `
-- A template names logins, or a pool whose members serve when it is launched.
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
  pool_id int,
  UNIQUE (realm_id, id),
  FOREIGN KEY (realm_id, pool_id) REFERENCES pools (realm_id, id) ON DELETE SET NULL (pool_id)
);
COMMENT ON COLUMN templates.launch_delay IS 'Seconds between the starts of two tasks';
CREATE INDEX templates_name ON templates (realm_id, lower(name), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
CREATE INDEX templates_site ON templates (site_id);
CREATE INDEX templates_event ON templates (event_id);
CREATE INDEX templates_deleted ON templates (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX templates_pool ON templates (realm_id, pool_id) WHERE pool_id IS NOT NULL;
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX templates_name_order ON templates (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON templates FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('templates');
GRANT SELECT, INSERT, UPDATE ON templates TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON templates TO tessera_all;

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
CALL secure_realm_table('template_logins');
GRANT SELECT, INSERT, UPDATE, DELETE ON template_logins TO tessera_realm, tessera_all;

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
  seats_planned int,
  UNIQUE (realm_id, id),
  FOREIGN KEY (realm_id, template_id) REFERENCES templates (realm_id, id) ON DELETE SET NULL (template_id)
);
COMMENT ON COLUMN jobs.started_at IS 'Earliest start among tasks that were removed from the job; its current tasks have their own';
COMMENT ON COLUMN jobs.seats_planned IS 'Seats that the tasks of the launch were to win; null: launched before this was stored';
CREATE INDEX jobs_newest ON jobs (realm_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX jobs_newest_of_all ON jobs (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX jobs_site ON jobs (site_id);
CREATE INDEX jobs_event ON jobs (event_id);
CREATE INDEX jobs_created_by ON jobs (created_by);
CREATE INDEX jobs_deleted ON jobs (deleted_at) WHERE deleted_at IS NOT NULL;
-- When a template was launched last follows from its jobs, so that a launch doesn't touch the template.
CREATE INDEX jobs_template ON jobs (realm_id, template_id, created_at DESC);
CREATE INDEX jobs_name_of_all ON jobs (lower(name), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
-- Finds the scheduled jobs of a week without reading those of other years.
CREATE INDEX jobs_scheduled ON jobs (scheduled_at, id) WHERE scheduled_at IS NOT NULL AND deleted_at IS NULL;
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX jobs_name_order ON jobs (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE INDEX jobs_name_order_of_all ON jobs (name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION bump_version('started_at');
CALL secure_realm_table('jobs');
GRANT SELECT, INSERT, UPDATE ON jobs TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO tessera_all;

-- The plan of a launch as it was accepted: each line with its verdict, the blocked ones too, which became no task.
CREATE TABLE job_plan_lines (
  realm_id int NOT NULL,
  job_id int NOT NULL,
  job_index int NOT NULL CHECK (job_index >= 0),
  login_id int,
  seats int NOT NULL,
  starts_at timestamptz,
  verdict text NOT NULL CHECK (verdict IN ('ok', 'warn', 'blocked')),
  reasons jsonb,
  PRIMARY KEY (realm_id, job_id, job_index),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN job_plan_lines.login_id IS 'Without a foreign key: the login may have been removed since';
COMMENT ON COLUMN job_plan_lines.starts_at IS 'Null: a draft';
COMMENT ON COLUMN job_plan_lines.reasons IS 'Null: none';
CALL secure_realm_table('job_plan_lines');
GRANT SELECT, INSERT ON job_plan_lines TO tessera_realm, tessera_all;

-- A task keeps the id of the account that created it, without a foreign key: to clear it rewrote each task, with its
-- triggers, when the account was deleted. Ids of accounts are never given again.
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
  created_by int,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  payment_state text CHECK (payment_state IN ('possible', 'unknown')),
  payment_check boolean NOT NULL GENERATED ALWAYS AS (
    payment_state IS NOT NULL AND status IN ('stopped', 'bought', 'failed', 'expired')) STORED,
  first_started_at timestamptz,
  status_reason jsonb CHECK (jsonb_typeof(status_reason) = 'object'),
  ready_at timestamptz,
  queued_trace text CHECK (char_length(queued_trace) <= 100),
  UNIQUE (realm_id, id),
  UNIQUE (realm_id, login_id, id),
  CHECK ((lease_id IS NULL) = (lease_expires_at IS NULL)),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id),
  FOREIGN KEY (realm_id, template_id) REFERENCES templates (realm_id, id) ON DELETE SET NULL (template_id),
  FOREIGN KEY (realm_id, pool_id) REFERENCES pools (realm_id, id) ON DELETE SET NULL (pool_id)
);
COMMENT ON COLUMN tasks.boss_job_id IS 'Id of its turn in the queue; redis_task_id on the wire';
COMMENT ON COLUMN tasks.order_key IS 'Permanent key of the task at its ticketing site, which makes orders idempotent';
COMMENT ON COLUMN tasks.started_at IS 'Start of the current or the last run';
COMMENT ON COLUMN tasks.run_duration IS 'Seconds';
COMMENT ON COLUMN tasks.payment_state IS 'possible: its worker may pay; unknown: contact was lost with a worker that may have paid';
COMMENT ON COLUMN tasks.payment_check IS 'Finished, and the site must still be asked whether its order was paid';
COMMENT ON COLUMN tasks.status_reason IS 'Code and parameters of status_message; null: free text of a worker or a person';
COMMENT ON COLUMN tasks.ready_at IS 'when a worker may take the task; null: it waits for none';
COMMENT ON COLUMN tasks.queued_trace IS 'traceparent of what made the task wait for a worker';
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
CREATE INDEX tasks_leased_by ON tasks (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX tasks_lease_expiry ON tasks (lease_expires_at) WHERE lease_id IS NOT NULL;
CREATE INDEX tasks_due ON tasks (scheduled_at) WHERE status = 'scheduled' AND deleted_at IS NULL;
CREATE INDEX tasks_next_attempt ON tasks (next_attempt_at) WHERE status = 'queued' AND deleted_at IS NULL;
-- Which jobs may just have finished.
CREATE INDEX tasks_finished ON tasks (finished_at) WHERE job_id IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX tasks_deleted ON tasks (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_payment_check ON tasks (site_id, id) WHERE payment_check AND deleted_at IS NULL;
-- A job's first start and last end.
CREATE INDEX tasks_job_started ON tasks (realm_id, job_id, first_started_at)
  WHERE job_id IS NOT NULL AND first_started_at IS NOT NULL;
CREATE INDEX tasks_job_finished ON tasks (realm_id, job_id, finished_at)
  WHERE job_id IS NOT NULL AND finished_at IS NOT NULL;
-- Searches by trigrams, within a realm or in all.
CREATE INDEX tasks_search ON tasks USING gin (realm_id, name gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX tasks_name ON tasks (realm_id, lower(name), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
CREATE INDEX tasks_name_of_all ON tasks (lower(name), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
-- What the dashboard counts.
CREATE INDEX tasks_failed ON tasks (finished_at) WHERE status IN ('failed', 'expired') AND deleted_at IS NULL;
-- Orders of long lists, of one realm and of all, and counts by status.
CREATE INDEX tasks_status_of_all ON tasks (status, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_updated ON tasks (realm_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_updated_of_all ON tasks (updated_at, id) WHERE deleted_at IS NULL;
-- What retention removes, without reading the rest.
CREATE INDEX tasks_ended ON tasks (finished_at) WHERE NOT unfinished;
-- The tasks of a realm at a site that wait for a worker, and those that a worker has.
CREATE INDEX tasks_ready ON tasks (site_id, realm_id, ready_at, id) WHERE ready_at IS NOT NULL;
CREATE INDEX tasks_leased ON tasks (site_id, realm_id) WHERE lease_id IS NOT NULL;
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX tasks_name_order ON tasks (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_name_order_of_all ON tasks (name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CALL secure_realm_table('tasks');
GRANT SELECT, INSERT, UPDATE ON tasks TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON tasks TO tessera_all;

-- As bump_version, without building JSON of 60 columns twice: the columns that don't count are made equal, the others
-- compared as they are.
CREATE FUNCTION bump_task_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  seen tasks := NEW;
BEGIN
  seen.version := OLD.version;
  seen.updated_at := OLD.updated_at;
  seen.boss_job_id := OLD.boss_job_id;
  seen.ready_at := OLD.ready_at;
  seen.queued_trace := OLD.queued_trace;
  seen.lease_id := OLD.lease_id;
  seen.leased_by := OLD.leased_by;
  seen.lease_expires_at := OLD.lease_expires_at;
  seen.attempt := OLD.attempt;
  seen.next_attempt_at := OLD.next_attempt_at;
  seen.last_active := OLD.last_active;
  seen.run_duration := OLD.run_duration;
  -- Generated columns aren't known yet.
  seen.unfinished := OLD.unfinished;
  seen.payment_check := OLD.payment_check;
  IF NEW.version <> OLD.version OR seen IS DISTINCT FROM OLD THEN
    NEW.version := OLD.version + 1;
    NEW.updated_at := now();
  ELSE
    NEW.version := OLD.version;
    NEW.updated_at := OLD.updated_at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bump_version BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION bump_task_version();

-- By month, so that old entries go by dropping a partition. Without a reference to the realm, whose row each entry would
-- lock; realms are never removed.
CREATE TABLE task_events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  realm_id int NOT NULL,
  task_id int NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'worker', 'system')),
  actor_id int,
  who text NOT NULL CHECK (char_length(who) <= 320),
  what text NOT NULL CHECK (char_length(what) <= 100),
  from_status text,
  to_status text,
  message text CHECK (char_length(message) <= 2000),
  reason jsonb CHECK (jsonb_typeof(reason) = 'object'),
  PRIMARY KEY (id, at),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
) PARTITION BY RANGE (at);
COMMENT ON COLUMN task_events.reason IS 'Code and parameters of message; null: free text of a worker or a person';
CREATE INDEX task_events_task ON task_events (realm_id, task_id, id DESC);
-- Rows are written in the order of time, so a block range index finds them and costs a write next to nothing.
CREATE INDEX task_events_at ON task_events USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
CALL secure_realm_table('task_events');
GRANT SELECT, INSERT ON task_events TO tessera_realm, tessera_all;

-- Commands over many tasks that are worked through bit by bit: which tasks was settled when it was asked, and each says
-- what came of it.
CREATE TABLE bulk_operations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  user_id int REFERENCES users ON DELETE SET NULL,
  who text NOT NULL CHECK (char_length(who) <= 320),
  command text NOT NULL CHECK (command IN (
    'start', 'stop', 'pause', 'resume', 'mark_bought', 'mark_tasks_bought', 'edit', 'duplicate', 'delete', 'restore')),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'aborted')),
  total int NOT NULL CHECK (total >= 1),
  done int NOT NULL DEFAULT 0 CHECK (done >= 0),
  passed_over int NOT NULL DEFAULT 0 CHECK (passed_over >= 0),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  change jsonb,
  copy jsonb,
  override_claims boolean NOT NULL DEFAULT false,
  replace_records boolean NOT NULL DEFAULT false,
  UNIQUE (realm_id, id),
  CHECK (done + passed_over <= total),
  CONSTRAINT bulk_operations_change_check CHECK (change IS NULL OR command = 'edit'),
  CONSTRAINT bulk_operations_copy_check CHECK (copy IS NULL OR command = 'duplicate')
);
COMMENT ON COLUMN bulk_operations.override_claims IS 'mark_bought: also baskets that somebody else pays';
COMMENT ON COLUMN bulk_operations.replace_records IS 'mark_bought: also seats that are recorded already; that record is reversed';
CREATE INDEX bulk_operations_user ON bulk_operations (user_id);
CREATE INDEX bulk_operations_created ON bulk_operations (created_at);
CREATE TRIGGER bump_version BEFORE UPDATE ON bulk_operations FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('bulk_operations');
GRANT SELECT, INSERT, UPDATE ON bulk_operations TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON bulk_operations TO tessera_all;

-- One task of an operation. No key to the task or its copy: what came of it stays when they are gone.
CREATE TABLE bulk_items (
  realm_id int NOT NULL REFERENCES realms,
  operation_id int NOT NULL,
  task_id int NOT NULL,
  result text CHECK (char_length(result) BETWEEN 1 AND 50),
  -- When its worker was asked to release it, until it has.
  waits_since timestamptz,
  copy_id int,
  PRIMARY KEY (operation_id, task_id),
  FOREIGN KEY (realm_id, operation_id) REFERENCES bulk_operations (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX bulk_items_left ON bulk_items (operation_id, task_id) WHERE result IS NULL;
CALL secure_realm_table('bulk_items');
GRANT SELECT, INSERT, UPDATE ON bulk_items TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON bulk_items TO tessera_all;

-- Not heard of for 40 s while it has tasks or has not said that it ends.
CREATE FUNCTION worker_lost(w workers) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT w.last_seen_at < now() - interval '40 seconds'
    AND (NOT w.draining OR EXISTS (SELECT FROM tasks t WHERE t.leased_by = w.id))
$$;

-- The workers that may do a realm's tasks at a site (no realm: any): how many were heard of in the last 40 s, how many of
-- them are draining, and how many more tasks the rest has room for, rehearsals counted. It names none: a worker serves
-- several realms.
CREATE FUNCTION workers_for(p_site int, p_realm int)
RETURNS TABLE (connected int, serving int, draining int, room int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH seen AS (
    SELECT w.draining, greatest(0, w.capacity - (SELECT count(*) FROM tasks t WHERE t.leased_by = w.id)) AS room,
      (w.site_ids IS NULL OR p_site = ANY (w.site_ids)) AND (k.site_ids IS NULL OR p_site = ANY (k.site_ids))
        AND (p_realm IS NULL OR k.realm_ids IS NULL OR p_realm = ANY (k.realm_ids)
          OR (SELECT r.parent_realm_id FROM realms r WHERE r.id = p_realm) = ANY (k.realm_ids)) AS serves
    FROM workers w JOIN worker_tokens k ON k.id = w.token_id AND k.revoked_at IS NULL
    WHERE w.last_seen_at > now() - interval '40 seconds')
  SELECT count(*)::int, (count(*) FILTER (WHERE serves))::int, (count(*) FILTER (WHERE serves AND draining))::int,
    coalesce(sum(room) FILTER (WHERE serves AND NOT draining), 0)::int
  FROM seen
$$;

CREATE FUNCTION leases_of(p_worker int) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT count(*)::int FROM tasks WHERE leased_by = p_worker
$$;
${ownedBySystem({ realms: ['workers_for(int, int)'], system: ['leases_of(int)'] })}
`;
}
