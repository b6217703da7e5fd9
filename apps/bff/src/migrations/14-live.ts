import { FIRST_REHEARSAL_REALM, ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * What live streams, lists and counts need. One NOTIFY per statement, realm and 200 rows names to every server process what
 * changed, ids only. A version per realm and kind of list moves with every change that the list shows; the sum over its
 * rows is behind the list's ETag. A job's figures are counted per statement. Versions and counts are sharded by place: a
 * transaction counts on the first place that no other running one has, so that writers never wait for one another.
 */
export class LiveListsAndCounts extends SqlMigration {
  readonly name = 'LiveListsAndCounts1795824000014';
  protected readonly sql = `
-- The first place that no other running transaction counts on.
CREATE FUNCTION free_place() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  free int := 0;
BEGIN
  WHILE free < 100 AND NOT pg_try_advisory_xact_lock(7355609, free) LOOP free := free + 1; END LOOP;
  RETURN free;
END $$;

-- A null realm is the catalogue's and the people's, which every realm's lists show.
CREATE TABLE list_versions (
  realm_id int REFERENCES realms,
  topic text NOT NULL,
  place int NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  UNIQUE NULLS NOT DISTINCT (realm_id, topic, place)
) WITH (fillfactor = 50);
CALL secure_realm_table('list_versions');
GRANT SELECT, INSERT, UPDATE ON list_versions TO tessera_all;

CREATE FUNCTION touch_list(p_topic text, p_realm int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.list_versions AS v (realm_id, topic, place) VALUES (p_realm, p_topic, public.free_place())
  ON CONFLICT (realm_id, topic, place) DO UPDATE SET version = v.version + 1;
END $$;
${ownedBySystem({ realms: ['touch_list(text, int)'] })}
-- What a foreign key sets to null when a row goes is changed in the name of the tables' owner.
SET LOCAL ROLE tessera_all;
DO $$ BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION touch_list(text, int) TO %I', session_user);
END $$;
RESET ROLE;

-- What the live stream reports is what lists show.
CREATE FUNCTION live_send(p_topic text, p_realm int, p_change text, p_ids int[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF array_length(p_ids, 1) > 0 AND p_topic IN ('tasks', 'jobs', 'holds', 'tickets') THEN
    PERFORM touch_list(p_topic, p_realm);
  END IF;
  FOR position_ IN 1 .. coalesce(array_length(p_ids, 1), 0) BY 200 LOOP
    PERFORM pg_notify('tessera_live',
      json_build_object('t', p_topic, 'r', p_realm, 'c', p_change, 'i', p_ids[position_ : position_ + 199])::text);
  END LOOP;
END $$;

-- Arguments: the topic. Rows come as json, since the tables differ in having deleted_at and version. A change that nobody
-- sees (the version stays) says nothing; a soft delete reads as delete, a restore as insert. This trigger and the next ones join
-- the old and the new rows of a statement and keep the plan of their first call, which is often for one row: a nested loop
-- would take longer than a statement may for 10,000 tasks that one purchase ends.
CREATE FUNCTION live_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM live_send(TG_ARGV[0], realm_id, 'insert', array_agg(id ORDER BY id)) FROM new_rows GROUP BY realm_id;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM live_send(TG_ARGV[0], realm_id, 'delete', array_agg(id ORDER BY id)) FROM old_rows GROUP BY realm_id;
  ELSE
    PERFORM live_send(TG_ARGV[0], realm_id, change, array_agg(id ORDER BY id))
    FROM (
      SELECT n.id, n.realm_id,
        CASE WHEN j.now_gone AND NOT j.was_gone THEN 'delete' WHEN j.was_gone AND NOT j.now_gone THEN 'insert' ELSE 'update' END
          AS change
      FROM new_rows n
      JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (SELECT to_jsonb(n) ->> 'deleted_at' IS NOT NULL AS now_gone,
                                 to_jsonb(o) ->> 'deleted_at' IS NOT NULL AS was_gone) j
      WHERE to_jsonb(n) -> 'version' IS DISTINCT FROM to_jsonb(o) -> 'version' OR NOT to_jsonb(n) ? 'version'
    ) changes
    GROUP BY realm_id, change;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION live_task_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM live_send('tasks', realm_id, change, array_agg(id ORDER BY id))
  FROM (
    SELECT n.id, n.realm_id, CASE WHEN n.deleted_at IS NOT NULL AND o.deleted_at IS NULL THEN 'delete'
      WHEN n.deleted_at IS NULL AND o.deleted_at IS NOT NULL THEN 'insert' ELSE 'update' END AS change
    FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version
  ) changes
  GROUP BY realm_id, change;
  RETURN NULL;
END $$;

-- A job's status, counts and seats follow from its tasks and tickets, so it changes with them.
CREATE FUNCTION live_jobs_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM live_send('jobs', realm_id, 'update', array_agg(DISTINCT job_id))
    FROM (
      SELECT n.realm_id, unnest(ARRAY[n.job_id, o.job_id]) AS job_id
      FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version
    ) changes WHERE job_id IS NOT NULL GROUP BY realm_id;
  ELSE
    PERFORM live_send('jobs', realm_id, 'update', array_agg(DISTINCT job_id))
    FROM new_rows WHERE job_id IS NOT NULL GROUP BY realm_id;
  END IF;
  RETURN NULL;
END $$;

-- For tables that the stream is silent about. Arguments: whether its rows belong to a realm.
CREATE FUNCTION list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'realm' THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM touch_list(TG_TABLE_NAME, realm_id) FROM (SELECT DISTINCT realm_id FROM new_rows) realms;
    ELSE
      PERFORM touch_list(TG_TABLE_NAME, realm_id) FROM (
        SELECT DISTINCT n.realm_id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version) realms;
    END IF;
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM touch_list(TG_TABLE_NAME, NULL);
  ELSIF EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version) THEN
    PERFORM touch_list(TG_TABLE_NAME, NULL);
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION live_change() SET enable_nestloop = off;
ALTER FUNCTION live_jobs_of_rows() SET enable_nestloop = off;
ALTER FUNCTION live_task_update() SET enable_nestloop = off;
ALTER FUNCTION list_change() SET enable_nestloop = off;

-- How many tasks a job has in each status, how many of them are paused, and how many tickets it has won; a figure is the sum over its
-- places. Without a foreign key, whose check would write to the job's row at each change of a task.
CREATE TABLE job_counts (
  realm_id int NOT NULL REFERENCES realms,
  job_id int NOT NULL,
  counted text NOT NULL,
  place int NOT NULL,
  total int NOT NULL,
  paused int NOT NULL,
  PRIMARY KEY (realm_id, job_id, counted, place)
) WITH (fillfactor = 50);
COMMENT ON COLUMN job_counts.counted IS 'Status of tasks, or ticket';
CALL secure_realm_table('job_counts');
GRANT SELECT ON job_counts TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON job_counts TO tessera_all;

-- Adds to counts, in one statement. Nulls: there is nothing to add. Of a job that is being taken away nothing is kept:
-- its tasks release it last.
CREATE FUNCTION move_job_counts(p_realms int[], p_jobs int[], p_counted text[], p_totals int[], p_paused int[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  place_ int;
BEGIN
  IF p_jobs IS NULL THEN RETURN; END IF;
  place_ := public.free_place();
  INSERT INTO public.job_counts AS c (realm_id, job_id, counted, place, total, paused)
  SELECT realm, job, counted, place_, total, paused
  FROM unnest(p_realms, p_jobs, p_counted, p_totals, p_paused) AS m (realm, job, counted, total, paused)
  WHERE EXISTS (SELECT FROM public.jobs j WHERE j.id = job)
  ORDER BY 1, 2, 3
  ON CONFLICT (realm_id, job_id, counted, place)
    DO UPDATE SET total = c.total + excluded.total, paused = c.paused + excluded.paused;
END $$;
CREATE FUNCTION count_tasks() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM move_job_counts(array_agg(realm_id), array_agg(job_id), array_agg(status), array_agg(total), array_agg(paused))
    FROM (
      SELECT realm_id, job_id, status, count(*)::int AS total, (count(*) FILTER (WHERE paused))::int AS paused
      FROM new_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2, 3) moves;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM move_job_counts(array_agg(realm_id), array_agg(job_id), array_agg(status), array_agg(total), array_agg(paused))
    FROM (
      SELECT realm_id, job_id, status, -count(*)::int AS total, -(count(*) FILTER (WHERE paused))::int AS paused
      FROM old_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2, 3) moves;
  ELSE
    PERFORM move_job_counts(array_agg(realm_id), array_agg(job_id), array_agg(status), array_agg(total), array_agg(paused))
    FROM (
      SELECT realm_id, job_id, status, sum(one)::int AS total, sum(one * paused::int)::int AS paused
      FROM (
        SELECT realm_id, job_id, status, paused, 1 AS one FROM new_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL
        UNION ALL
        SELECT realm_id, job_id, status, paused, -1 FROM old_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL
      ) each_ GROUP BY 1, 2, 3 HAVING sum(one) <> 0 OR sum(one * paused::int) <> 0) moves;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION count_tickets() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM move_job_counts(array_agg(realm_id), array_agg(job_id), array_agg('ticket'::text), array_agg(total),
      array_agg(0))
    FROM (
      SELECT realm_id, job_id, count(*)::int AS total
      FROM new_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2) moves;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM move_job_counts(array_agg(realm_id), array_agg(job_id), array_agg('ticket'::text), array_agg(total),
      array_agg(0))
    FROM (
      SELECT realm_id, job_id, -count(*)::int AS total
      FROM old_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2) moves;
  ELSE
    PERFORM move_job_counts(array_agg(realm_id), array_agg(job_id), array_agg('ticket'::text), array_agg(total),
      array_agg(0))
    FROM (
      SELECT realm_id, job_id, sum(one)::int AS total
      FROM (
        SELECT realm_id, job_id, 1 AS one FROM new_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL
        UNION ALL
        SELECT realm_id, job_id, -1 FROM old_rows WHERE job_id IS NOT NULL AND deleted_at IS NULL
      ) each_ GROUP BY 1, 2 HAVING sum(one) <> 0) moves;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION forget_job_counts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM job_counts c USING old_rows o WHERE c.realm_id = o.realm_id AND c.job_id = o.id;
  RETURN NULL;
END $$;
${ownedBySystem({
  triggers: [
    'move_job_counts(int[], int[], text[], int[], int[])',
    'count_tasks()',
    'count_tickets()',
    'forget_job_counts()',
  ],
})}
CREATE TRIGGER count_delete AFTER DELETE ON jobs REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_job_counts();

-- What housekeeping takes away leaves its first start with the job.
CREATE FUNCTION keep_first_start() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE jobs j SET started_at = least(j.started_at, o.first)
  FROM (SELECT realm_id, job_id, min(first_started_at) AS first FROM old_rows
        WHERE job_id IS NOT NULL AND first_started_at IS NOT NULL GROUP BY 1, 2) o
  WHERE j.realm_id = o.realm_id AND j.id = o.job_id;
  RETURN NULL;
END $$;
${ownedBySystem({ triggers: ['keep_first_start()'] })}
CREATE TRIGGER keep_first_start AFTER DELETE ON tasks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_first_start();

DO $$
DECLARE
  target record;
  event text;
  rows_ text;
BEGIN
  -- A table's topic, what reports its updates, and whether deletions are reported.
  FOR target IN SELECT * FROM (VALUES ('tasks', 'tasks', 'live_task_update()', true), ('jobs', 'jobs', NULL, true),
    ('holds', 'holds', NULL, true), ('tickets', 'tickets', NULL, true), ('queue_links', 'links', NULL, true),
    ('notifications', 'notifications', NULL, true), ('bulk_operations', 'bulk', NULL, false)) AS t (name, topic, updated, deleted) LOOP
    EXECUTE format('CREATE TRIGGER live_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_change(%L)', target.name, target.topic);
    EXECUTE format('CREATE TRIGGER live_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %s', target.name, coalesce(target.updated, format('live_change(%L)', target.topic)));
    CONTINUE WHEN NOT target.deleted;
    EXECUTE format('CREATE TRIGGER live_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_change(%L)', target.name, target.topic);
  END LOOP;
  -- A job's status, counts and seats follow from its tasks and tickets, so it changes with them.
  FOR target IN SELECT * FROM (VALUES ('tasks'), ('tickets'), ('holds')) AS t (name) LOOP
    EXECUTE format('CREATE TRIGGER live_jobs_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_jobs_of_rows()', target.name);
    EXECUTE format('CREATE TRIGGER live_jobs_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_jobs_of_rows()', target.name);
  END LOOP;
  FOR target IN SELECT * FROM (VALUES ('logins', 'realm'), ('pools', 'realm'), ('templates', 'realm'), ('sites', 'all'),
    ('events', 'all'), ('users', 'all')) AS t (name, reach) LOOP
    EXECUTE format('CREATE TRIGGER list_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION list_change(%L)', target.name, target.reach);
    EXECUTE format('CREATE TRIGGER list_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION list_change(%L)', target.name, target.reach);
  END LOOP;
  FOR target IN SELECT * FROM (VALUES ('tasks'), ('tickets')) AS t (name) LOOP
    EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s()', target.name);
    EXECUTE format('CREATE TRIGGER count_update AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s()', target.name);
    EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON %1$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s()', target.name);
  END LOOP;
END $$;
CREATE TRIGGER live_update AFTER UPDATE ON pay_claims REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('pay_queue');

-- The bell that wakes a worker's long poll: people's wishes and the switches of site, event, realm and login reach a
-- running worker at once. Named by the worker's id; empty: every worker looks.
CREATE FUNCTION wish_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tessera_wishes', NEW.leased_by::text);
  RETURN NULL;
END $$;
CREATE FUNCTION wish_of_switch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tessera_wishes', '');
  RETURN NULL;
END $$;
CREATE TRIGGER wish AFTER UPDATE OF status, paused ON tasks FOR EACH ROW
  WHEN (OLD.lease_id IS NOT NULL AND NEW.lease_id = OLD.lease_id
    AND (NEW.paused <> OLD.paused OR (NEW.status = 'stopping' AND OLD.status <> 'stopping')))
  EXECUTE FUNCTION wish_of_task();
CREATE TRIGGER wish AFTER UPDATE OF enabled, deleted_at ON sites FOR EACH ROW
  WHEN (NEW.enabled <> OLD.enabled OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at) EXECUTE FUNCTION wish_of_switch();
CREATE TRIGGER wish AFTER UPDATE OF status ON events FOR EACH ROW
  WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION wish_of_switch();
CREATE TRIGGER wish AFTER UPDATE OF status, deleted_at ON realms FOR EACH ROW
  WHEN (NEW.status <> OLD.status OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at) EXECUTE FUNCTION wish_of_switch();
CREATE TRIGGER wish AFTER UPDATE OF status ON logins FOR EACH ROW
  WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION wish_of_switch();

-- Searches that read indexes instead of all rows. ILIKE isn't leakproof, so under row-level security the database checks a
-- row's realm before the text and can't look the text up; hence functions that belong to tessera_all and confine
-- themselves to the realm of the transaction, and for administrators the same over all realms.
CREATE FUNCTION find_rows(p_table regclass, p_conditions text[], p_pattern text, p_realm int, p_most int) RETURNS int[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
DECLARE
  in_realm text := CASE WHEN p_realm IS NULL THEN '' ELSE format('AND realm_id = %s', p_realm) END;
  condition text;
  found int[] := '{}';
  more int[];
BEGIN
  FOREACH condition IN ARRAY p_conditions LOOP
    EXECUTE format('SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT id FROM %s WHERE %s %s LIMIT %s) AS matches',
      p_table, format(condition, p_pattern, in_realm), in_realm, p_most + 1) INTO more;
    IF cardinality(more) > p_most THEN RETURN NULL; END IF;
    found := found || more;
  END LOOP;
  SELECT coalesce(array_agg(DISTINCT id), '{}') INTO found FROM unnest(found) AS id;
  RETURN CASE WHEN cardinality(found) <= p_most THEN found END;
END $$;
CREATE FUNCTION find_tasks(p_pattern text, p_realm int, p_most int) RETURNS int[] LANGUAGE sql STABLE AS $$
  SELECT public.find_rows('public.tasks', ARRAY[
    'deleted_at IS NULL AND event_id = ANY (ARRAY(SELECT e.id FROM events e WHERE e.name ILIKE %1$L))',
    'deleted_at IS NULL AND login_id = ANY (ARRAY(SELECT l.id FROM logins l WHERE (l.name ILIKE %1$L OR l.email ILIKE %1$L) %2$s))',
    'deleted_at IS NULL AND name ILIKE %1$L'], p_pattern, p_realm, p_most)
$$;
CREATE FUNCTION find_tickets(p_pattern text, p_realm int, p_most int) RETURNS int[] LANGUAGE sql STABLE AS $$
  SELECT public.find_rows('public.tickets', ARRAY[
    'event_name ILIKE %1$L',
    'login_email ILIKE %1$L', 'customer_identity ILIKE %1$L', 'ticket_reference ILIKE %1$L', 'area ILIKE %1$L', 'seat ILIKE %1$L',
    'login_id = ANY (ARRAY(SELECT l.id FROM logins l WHERE l.name ILIKE %1$L %2$s))'], p_pattern, p_realm, p_most)
$$;
-- The same within the realm of the transaction, for its role; without a realm nothing is found.
CREATE FUNCTION find_own_tasks(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT CASE WHEN own.realm IS NULL THEN '{}' ELSE public.find_tasks(p_pattern, own.realm, p_most) END
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own
$$;
CREATE FUNCTION find_own_tickets(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT CASE WHEN own.realm IS NULL THEN '{}' ELSE public.find_tickets(p_pattern, own.realm, p_most) END
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own
$$;
-- A search of all realms for administrators, who would read every row otherwise. The list leaves out what the
-- search finds in rehearsals.
CREATE FUNCTION find_all_tasks(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.find_tasks(p_pattern, NULL, p_most)
$$;
CREATE FUNCTION find_all_tickets(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.find_tickets(p_pattern, NULL, p_most)
$$;

-- Finds only what the caller may see, as the policies of events say: others' rehearsals stay unknown.
CREATE FUNCTION find_events(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.find_rows('public.events', ARRAY['deleted_at IS NULL AND (name ILIKE %1$L OR guid ILIKE %1$L) AND '
    || CASE WHEN own.realm >= ${FIRST_REHEARSAL_REALM} THEN 'created_by_realm_id = ' || own.realm
       ELSE '(created_by_realm_id IS NULL OR created_by_realm_id < ${FIRST_REHEARSAL_REALM})' END],
    p_pattern, NULL, p_most)
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own
$$;
${ownedBySystem({
  realms: ['find_own_tasks(text, int)', 'find_own_tickets(text, int)', 'find_events(text, int)'],
  system: ['find_all_tasks(text, int)', 'find_all_tickets(text, int)'],
})}
`;
}
