import { SqlMigration } from './sql-migration';

/**
 * The audit log, keys of repeated requests, backups, counts of what happened, and partitions by month: made ahead, listed,
 * and dropped as a whole when they are too old. No role but the owner reaches a partition; everybody else goes through the
 * table, whose grants and row-level security apply. So that no role rewrites a ledger, old rows are removed by functions
 * alone, which refuse what is younger than a floor.
 */
export class Operations extends SqlMigration {
  readonly name = 'Operations1795824000012';
  protected readonly sql = `
-- A ledger: no foreign keys, so that nothing it names takes it along.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY,
  realm_id int,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'worker', 'publisher', 'system')),
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
  after jsonb,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_realm ON audit (realm_id, id DESC);
CREATE INDEX audit_entity ON audit (entity, entity_id, id DESC);
CREATE INDEX audit_action ON audit (action, id DESC);
-- The ledger grows in the order of time: a range of it is a range of pages.
CREATE INDEX audit_at ON audit USING brin (at);
-- By who acted: a search by person goes from one actor to the next instead of reading every entry.
CREATE INDEX audit_actor ON audit (actor_id, who);
GRANT SELECT, INSERT ON audit TO tessera_realm, tessera_all;
-- Not secure_realm_table: administrators read what happened in rehearsals too.
ALTER TABLE audit ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON audit TO tessera_realm USING (realm_id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON audit TO tessera_all USING (true);

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
  response_body json,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  UNIQUE NULLS NOT DISTINCT (user_id, realm_id, role, route, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO tessera_realm, tessera_all;
-- A key of somebody without a realm has none either.
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON idempotency_keys TO tessera_realm
  USING (realm_id IS NOT DISTINCT FROM nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON idempotency_keys TO tessera_all USING (true);

-- When the installation was last backed up, for its metrics and checks. Written by the command "tessera backup".
CREATE TABLE backups (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('archive', 'physical')),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  verified_at timestamptz
);
COMMENT ON COLUMN backups.id IS 'The id in the header of the archive';
COMMENT ON COLUMN backups.kind IS 'archive: by tessera backup; physical: a copy of the cluster, recorded by tessera record-backup';
COMMENT ON COLUMN backups.verified_at IS 'When the archive was last restored aside and compared';
CREATE INDEX backups_finished ON backups (finished_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON backups TO tessera_all;

-- Status changes of tasks counted by half hours that are over, so that the dashboard's chart doesn't read a week of
-- timelines.
CREATE TABLE status_change_counts (
  realm_id int NOT NULL REFERENCES realms,
  at timestamptz NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  changes int NOT NULL,
  PRIMARY KEY (realm_id, at, from_status, to_status)
);
COMMENT ON COLUMN status_change_counts.at IS 'start of the half hour';
COMMENT ON COLUMN status_change_counts.from_status IS 'empty: the task was created';
CREATE INDEX status_change_counts_at ON status_change_counts (at);
CALL secure_realm_table('status_change_counts');
GRANT SELECT ON status_change_counts TO tessera_realm;
GRANT SELECT, INSERT, DELETE ON status_change_counts TO tessera_all;

CREATE TABLE rollups (
  name text PRIMARY KEY,
  counted_until timestamptz NOT NULL
);
GRANT SELECT ON rollups TO tessera_realm;
GRANT SELECT, UPDATE ON rollups TO tessera_all;
COMMENT ON TABLE rollups IS 'Up to when rows of a kind are counted';
INSERT INTO rollups (name, counted_until) VALUES ('status_changes', '-infinity');

CREATE SCHEMA partitions;
COMMENT ON SCHEMA partitions IS 'The months of tables that are partitioned by time';

-- The partitions of a table. No beginning: everything before the end. Neither: the default partition, which takes rows of
-- months that have none.
CREATE FUNCTION partitions.months(p_table text) RETURNS TABLE (name text, begins timestamptz, ends timestamptz)
LANGUAGE sql STABLE SET TimeZone = 'UTC' SET DateStyle = 'ISO' AS $$
  SELECT c.relname::text, substring(bound FROM 'FROM \\(''([^'']+)''\\)')::timestamptz,
    substring(bound FROM 'TO \\(''([^'']+)''\\)')::timestamptz
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS bound
  WHERE i.inhparent = format('public.%I', p_table)::regclass
  ORDER BY 3 NULLS LAST
$$;

-- The least age of a row that may be removed.
CREATE FUNCTION partitions.least_age(p_table text) RETURNS interval LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_table WHEN 'audit' THEN interval '365 days' ELSE interval '1 day' END
$$;

-- Adds the partition of a month. It is attached rather than created in place, which locks the table for less. Rows that the
-- default partition took are moved after that, since an owner's check of foreign keys sees nothing under row-level security.
CREATE PROCEDURE partitions.add_month(p_table text, p_begins timestamptz)
LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
DECLARE
  ends timestamptz := p_begins + interval '1 month';
  month text := p_table || to_char(p_begins, '_YYYY_MM');
  other text := p_table || '_default';
  moved int := 0;
BEGIN
  EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', month, p_table);
  IF to_regclass(format('partitions.%I', other)) IS NOT NULL THEN
    EXECUTE format('LOCK TABLE partitions.%I IN ACCESS EXCLUSIVE MODE', other);
    EXECUTE format('CREATE TABLE partitions.%I AS SELECT * FROM partitions.%I WHERE at >= %L AND at < %L',
      month || '_moved', other, p_begins, ends);
    GET DIAGNOSTICS moved = ROW_COUNT;
    EXECUTE format('DELETE FROM partitions.%I WHERE at >= %L AND at < %L', other, p_begins, ends);
  END IF;
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)',
    p_table, month, p_begins, ends);
  IF moved > 0 THEN
    EXECUTE format('INSERT INTO partitions.%I OVERRIDING SYSTEM VALUE SELECT * FROM partitions.%I', month, month || '_moved');
  END IF;
  EXECUTE format('DROP TABLE IF EXISTS partitions.%I', month || '_moved');
END $$;

-- Gives the rows of the default partition their months, as after a restore.
CREATE PROCEDURE partitions.spread(p_table text)
LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
DECLARE
  month timestamptz;
  months timestamptz[];
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT date_trunc(''month'', at)) FROM partitions.%I', p_table || '_default') INTO months;
  FOREACH month IN ARRAY coalesce(months, '{}') LOOP
    CALL partitions.add_month(p_table, month);
  END LOOP;
END $$;

-- Makes the partitions of this month and the next ones, and returns how many it made.
CREATE FUNCTION make_partitions(p_table text, p_ahead int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET TimeZone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  month timestamptz;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('partitions.' || p_table, 0));
  FOR month IN SELECT generate_series(date_trunc('month', now()), date_trunc('month', now()) + make_interval(months => p_ahead),
    interval '1 month') LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM partitions.months(p_table) m WHERE m.ends > month AND (m.begins IS NULL OR m.begins <= month));
    CALL partitions.add_month(p_table, month);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;

-- The partitions all of whose rows are older than a moment. The first one of a table that had rows before has no beginning.
CREATE FUNCTION expired_partitions(p_table text, p_before timestamptz)
RETURNS TABLE (name text, begins timestamptz, ends timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT name, begins, ends FROM partitions.months(p_table) WHERE ends <= p_before
$$;

-- Drops a partition and returns how many rows it had, about; null when it is gone already.
CREATE FUNCTION drop_partition(p_table text, p_name text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '200ms' AS $$
DECLARE
  month record;
  part regclass;
  total bigint;
BEGIN
  SELECT * INTO month FROM partitions.months(p_table) m WHERE m.name = p_name;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF month.ends IS NULL OR month.ends > now() - partitions.least_age(p_table) THEN
    RAISE EXCEPTION 'the partition % is too young to be dropped', p_name;
  END IF;
  part := format('partitions.%I', p_name)::regclass;
  -- Negative: nobody has looked yet.
  SELECT reltuples INTO total FROM pg_class
    WHERE oid = part AND reltuples >= 0 AND pg_relation_size(part) > 64 * 1024 * 1024;
  IF NOT FOUND THEN
    EXECUTE format('SELECT count(*) FROM %s', part) INTO total;
  END IF;
  EXECUTE format('DROP TABLE %s', part);
  RETURN total;
END $$;

-- Removes the oldest rows of partitions that aren't a month, at most p_limit, and returns how many.
CREATE FUNCTION purge_rows(p_table text, p_before timestamptz, p_limit int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  part text;
  removed int;
BEGIN
  IF p_before > now() - partitions.least_age(p_table) THEN
    RAISE EXCEPTION 'rows of % are kept for at least %', p_table, partitions.least_age(p_table);
  END IF;
  FOR part IN SELECT name FROM partitions.months(p_table) WHERE begins IS NULL LOOP
    -- Ids rise with time, so the lowest ones are looked at and the others aren't.
    EXECUTE format('DELETE FROM partitions.%1$I WHERE (id, at) IN (
      SELECT id, at FROM (SELECT id, at FROM partitions.%1$I ORDER BY id, at LIMIT $2) oldest WHERE at < $1)', part)
      USING p_before, p_limit;
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed > 0 THEN RETURN removed; END IF;
  END LOOP;
  RETURN 0;
END $$;

-- Rows of a partition as JSON, by rising ids. Fails when it is gone, so that nobody takes the end of reading for the last row.
CREATE FUNCTION partition_rows(p_table text, p_name text, p_after bigint, p_limit int) RETURNS TABLE (id bigint, line text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET TimeZone = 'UTC' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partitions.months(p_table) m WHERE m.name = p_name) THEN
    RAISE EXCEPTION 'there is no partition %', p_name USING ERRCODE = 'undefined_table';
  END IF;
  RETURN QUERY EXECUTE format('SELECT t.id, to_jsonb(t)::text FROM partitions.%I t WHERE t.id > $1 ORDER BY t.id LIMIT $2', p_name)
    USING p_after, p_limit;
END $$;

-- As drop_partition, for a partition of which this many rows have been archived.
CREATE FUNCTION drop_archived_partition(p_table text, p_name text, p_rows bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET lock_timeout = '200ms' AS $$
DECLARE
  total bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM partitions.months(p_table) m WHERE m.name = p_name) THEN RETURN NULL; END IF;
  EXECUTE format('SELECT count(*) FROM partitions.%I', p_name) INTO total;
  IF total <> p_rows THEN
    RAISE EXCEPTION 'the partition % has % rows, of which % are archived', p_name, total, p_rows;
  END IF;
  RETURN drop_partition(p_table, p_name);
END $$;
-- It counts all rows of a month that has been archived, beside requests that need the disk too.
ALTER FUNCTION drop_archived_partition(text, text, bigint) SET max_parallel_workers_per_gather = 0;

-- As purge_rows; returns the removed rows as JSON.
CREATE FUNCTION purge_rows_as_json(p_table text, p_before timestamptz, p_limit int) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET TimeZone = 'UTC' AS $$
DECLARE
  part text;
BEGIN
  IF p_before > now() - partitions.least_age(p_table) THEN
    RAISE EXCEPTION 'rows of % are kept for at least %', p_table, partitions.least_age(p_table);
  END IF;
  FOR part IN SELECT name FROM partitions.months(p_table) WHERE begins IS NULL LOOP
    RETURN QUERY EXECUTE format('DELETE FROM partitions.%1$I t WHERE (id, at) IN (
      SELECT id, at FROM (SELECT id, at FROM partitions.%1$I ORDER BY id, at LIMIT $2) oldest WHERE at < $1)
      RETURNING to_jsonb(t)::text', part) USING p_before, p_limit;
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION make_partitions(text, int), expired_partitions(text, timestamptz), drop_partition(text, text),
  purge_rows(text, timestamptz, int), partition_rows(text, text, bigint, int), drop_archived_partition(text, text, bigint),
  purge_rows_as_json(text, timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_partitions(text, int), expired_partitions(text, timestamptz), drop_partition(text, text),
  purge_rows(text, timestamptz, int), partition_rows(text, text, bigint, int), drop_archived_partition(text, text, bigint),
  purge_rows_as_json(text, timestamptz, int) TO tessera_all;

-- Takes rows of months that have no partition, so that no row is refused; then this month and the next ones.
CREATE TABLE partitions.push_deliveries_default PARTITION OF push_deliveries DEFAULT;
CREATE TABLE partitions.audit_default PARTITION OF audit DEFAULT;
CREATE TABLE partitions.task_events_default PARTITION OF task_events DEFAULT;
SELECT make_partitions(name, 3) FROM unnest(ARRAY['push_deliveries', 'audit', 'task_events']) AS name;
`;
}
