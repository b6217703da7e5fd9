import { SqlMigration } from './sql-migration';

/**
 * When a task was started first, for good: `started_at` is the start of its current run, which a run that follows on
 * lapsed seats or a retry moves. A job's start is the first of its tasks', also of those deleted since.
 */
export class FirstStarts extends SqlMigration {
  readonly name = 'FirstStarts1763600000043';
  protected readonly sql = `
ALTER TABLE tasks ADD COLUMN first_started_at timestamptz;
COMMENT ON COLUMN tasks.started_at IS 'of the current run, or of the last one';
COMMENT ON COLUMN jobs.started_at IS 'the first start of tasks that were taken away; the others have their own';

UPDATE tasks t SET first_started_at = least(t.started_at,
  (SELECT min(e.at) FROM task_events e WHERE e.realm_id = t.realm_id AND e.task_id = t.id AND e.what = 'lease'))
WHERE t.started_at IS NOT NULL;

DROP INDEX tasks_job_started;
CREATE INDEX tasks_job_started ON tasks (realm_id, job_id, first_started_at)
  WHERE job_id IS NOT NULL AND first_started_at IS NOT NULL;
DROP INDEX tasks_job_finished;
CREATE INDEX tasks_job_finished ON tasks (realm_id, job_id, finished_at)
  WHERE job_id IS NOT NULL AND finished_at IS NOT NULL;

-- What housekeeping takes away leaves its start with the job; nobody has changed the job by that.
DROP TRIGGER bump_version ON jobs;
CREATE TRIGGER bump_version BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION bump_version('started_at');
CREATE FUNCTION keep_first_start() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE jobs j SET started_at = least(j.started_at, o.first)
  FROM (SELECT realm_id, job_id, min(first_started_at) AS first FROM old_rows
        WHERE job_id IS NOT NULL AND first_started_at IS NOT NULL GROUP BY 1, 2) o
  WHERE j.realm_id = o.realm_id AND j.id = o.job_id;
  RETURN NULL;
END $$;
GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION keep_first_start() OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
CREATE TRIGGER keep_first_start AFTER DELETE ON tasks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_first_start();
`;
}
