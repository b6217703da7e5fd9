import { SqlMigration } from './sql-migration';

/**
 * What a worker says of itself when it leases, and the bell that wakes its long poll: people's wishes and the switches
 * of site, event, realm and login reach a running worker at once, not at its next heartbeat.
 */
export class WorkerWishes extends SqlMigration {
  readonly name = 'WorkerWishes1763600000024';
  protected readonly sql = `
ALTER TABLE workers
  ADD COLUMN version text CHECK (char_length(version) BETWEEN 1 AND 60),
  ADD COLUMN site_ids int[],
  ADD COLUMN draining boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN workers.capacity IS 'tasks side by side: those it had and those it asked for';
COMMENT ON COLUMN workers.site_ids IS 'the sites it asks for; null: every site of its token';
COMMENT ON COLUMN workers.draining IS 'it takes nothing more and ends what it has';

-- Not heard of for 40 s while it has tasks or has not said that it ends.
CREATE FUNCTION worker_lost(w workers) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT w.last_seen_at < now() - interval '40 seconds'
    AND (NOT w.draining OR EXISTS (SELECT FROM tasks t WHERE t.leased_by = w.id))
$$;

-- Named by the worker's id; empty: every worker looks.
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

-- The workers that may do a realm's tasks at a site: how many were heard of in the last 40 s, how many of them are
-- draining, and how many more tasks the rest has room for. It names none: a worker serves several realms.
CREATE FUNCTION workers_for(p_site int, p_realm int) RETURNS TABLE (connected int, serving int, draining int, room int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH heard AS (
    SELECT w.draining, greatest(0, w.capacity - (SELECT count(*) FROM tasks t WHERE t.leased_by = w.id)) AS room,
      (w.site_ids IS NULL OR p_site = ANY (w.site_ids)) AND (k.site_ids IS NULL OR p_site = ANY (k.site_ids))
        AND (k.realm_ids IS NULL OR p_realm = ANY (k.realm_ids)) AS serves
    FROM workers w JOIN worker_tokens k ON k.id = w.token_id AND k.revoked_at IS NULL
    WHERE w.last_seen_at > now() - interval '40 seconds')
  SELECT count(*)::int, (count(*) FILTER (WHERE serves))::int, (count(*) FILTER (WHERE serves AND draining))::int,
    coalesce(sum(room) FILTER (WHERE serves AND NOT draining), 0)::int
  FROM heard
$$;
GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION workers_for(int, int) OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION workers_for(int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workers_for(int, int) TO tessera_realm;
RESET ROLE;
`;
}
