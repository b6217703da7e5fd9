import { SqlMigration } from './sql-migration';

/**
 * The triggers of each change of a task, without building JSON of its 60 columns twice: what is due at one second is leased as
 * fast as these run. The timeline's reference to its realm goes, since each of its rows locked the realm's; realms are never
 * removed.
 */
export class TypedTriggers extends SqlMigration {
  readonly name = 'TypedTriggers1763600000134';
  protected readonly sql = `
ALTER TABLE tasks VALIDATE CONSTRAINT tasks_queued_trace_check;

-- As bump_version, for tasks: the columns that don't count are made equal, the others compared as they are.
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
CREATE OR REPLACE TRIGGER bump_version BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION bump_task_version();

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
CREATE OR REPLACE TRIGGER live_update AFTER UPDATE ON tasks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_task_update();

-- When a login was used is written alone, and neither changes its version nor its lists.
CREATE OR REPLACE TRIGGER bump_version BEFORE UPDATE ON logins FOR EACH ROW
  WHEN (NEW.last_used IS NOT DISTINCT FROM OLD.last_used AND NOT only_rewrapped(OLD.secrets, NEW.secrets))
  EXECUTE FUNCTION bump_version('last_updated');

ALTER TABLE task_events DROP CONSTRAINT task_events_realm_id_fkey;
`;
}
