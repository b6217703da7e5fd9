import { SqlMigration } from './sql-migration';

/**
 * A job's figures without looking at its tasks: how many there are in each status, how many of them are paused, and how
 * many tickets it has won. Counted per statement and sharded by place, as versions of lists are, so that transactions
 * on one job never wait for one another; a figure is the sum over its places. Its first start and last end are read
 * from indexes.
 */
export class JobCounts extends SqlMigration {
  readonly name = 'JobCounts1763600000027';
  protected readonly sql = `
-- Without a foreign key, whose check would write to the job's row at each change of a task.
CREATE TABLE job_counts (
  realm_id int NOT NULL REFERENCES realms,
  job_id int NOT NULL,
  counted text NOT NULL,
  place int NOT NULL,
  total int NOT NULL,
  paused int NOT NULL,
  PRIMARY KEY (realm_id, job_id, counted, place)
) WITH (fillfactor = 50);
COMMENT ON COLUMN job_counts.counted IS 'a task''s status, or ticket';
CALL secure_realm_table('job_counts'::regclass);
GRANT SELECT ON job_counts TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON job_counts TO tessera_all;

CREATE INDEX tasks_job_started ON tasks (realm_id, job_id, started_at)
  WHERE job_id IS NOT NULL AND started_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX tasks_job_finished ON tasks (realm_id, job_id, finished_at)
  WHERE job_id IS NOT NULL AND finished_at IS NOT NULL AND deleted_at IS NULL;

-- The first place that no other running transaction counts on.
CREATE FUNCTION free_place() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  free int := 0;
BEGIN
  WHILE free < 100 AND NOT pg_try_advisory_xact_lock(7355609, free) LOOP free := free + 1; END LOOP;
  RETURN free;
END $$;

-- Adds to counts, in one statement. Nulls: there is nothing to add. Of a job that is being taken away nothing is kept:
-- its tasks let go of it last.
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

GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION move_job_counts(int[], int[], text[], int[], int[]) OWNER TO tessera_all;
ALTER FUNCTION count_tasks() OWNER TO tessera_all;
ALTER FUNCTION count_tickets() OWNER TO tessera_all;
ALTER FUNCTION forget_job_counts() OWNER TO tessera_all;
SET LOCAL ROLE tessera_all;
CREATE OR REPLACE FUNCTION touch_list(p_topic text, p_realm int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  INSERT INTO public.list_versions AS v (realm_id, topic, place) VALUES (p_realm, p_topic, public.free_place())
  ON CONFLICT (realm_id, topic, place) DO UPDATE SET version = v.version + 1;
END $$;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['tasks', 'tickets'] LOOP
    EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s()', target);
    EXECUTE format('CREATE TRIGGER count_update AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s()', target);
    EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON %1$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s()', target);
  END LOOP;
END $$;
CREATE TRIGGER count_delete AFTER DELETE ON jobs REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION forget_job_counts();

-- What is there already; the triggers keep everybody else from changing it until this is done.
SET LOCAL ROLE tessera_all;
INSERT INTO job_counts (realm_id, job_id, counted, place, total, paused)
SELECT realm_id, job_id, status, 0, count(*), count(*) FILTER (WHERE paused)
FROM tasks WHERE job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2, 3
UNION ALL
SELECT realm_id, job_id, 'ticket', 0, count(*), 0
FROM tickets WHERE job_id IS NOT NULL AND deleted_at IS NULL GROUP BY 1, 2;
RESET ROLE;
`;
}
