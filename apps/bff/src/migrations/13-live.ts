import { SqlMigration } from './sql-migration';

/**
 * Tells every BFF process what changed: one NOTIFY per statement, realm and 200 rows, ids only.
 * A change that nobody sees (the version stays) says nothing; a soft delete reads as delete, a restore as insert.
 */
export class Live extends SqlMigration {
  readonly name = 'Live1763600000013';
  protected readonly sql = `
CREATE FUNCTION live_send(p_topic text, p_realm int, p_change text, p_ids int[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  FOR position_ IN 1 .. coalesce(array_length(p_ids, 1), 0) BY 200 LOOP
    PERFORM pg_notify('tessera_live',
      json_build_object('t', p_topic, 'r', p_realm, 'c', p_change, 'i', p_ids[position_ : position_ + 199])::text);
  END LOOP;
END $$;

-- Arguments: the topic. Rows come as json, since the tables differ in having deleted_at and version.
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

DO $$
DECLARE
  target record;
BEGIN
  FOR target IN SELECT * FROM (VALUES ('tasks', 'tasks'), ('jobs', 'jobs'), ('holds', 'holds'), ('tickets', 'tickets'),
    ('queue_links', 'links'), ('notifications', 'notifications')) AS t (name, topic) LOOP
    EXECUTE format('CREATE TRIGGER live_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_change(%L)', target.name, target.topic);
    EXECUTE format('CREATE TRIGGER live_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_change(%L)', target.name, target.topic);
    EXECUTE format('CREATE TRIGGER live_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_change(%L)', target.name, target.topic);
  END LOOP;
  FOR target IN SELECT * FROM (VALUES ('tasks'), ('tickets'), ('holds')) AS t (name) LOOP
    EXECUTE format('CREATE TRIGGER live_jobs_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_jobs_of_rows()', target.name);
    EXECUTE format('CREATE TRIGGER live_jobs_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION live_jobs_of_rows()', target.name);
  END LOOP;
END $$;
`;
}
