import { SqlMigration } from './sql-migration';

/** Administrators ask for a site's workers in no particular realm: then a worker of any realm serves it. */
export class WorkersOfAnyRealm extends SqlMigration {
  readonly name = 'WorkersOfAnyRealm1763600000255';
  protected readonly sql = `
GRANT CREATE ON SCHEMA public TO tessera_all;
SET LOCAL ROLE tessera_all;
CREATE OR REPLACE FUNCTION workers_for(p_site int, p_realm int)
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
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
`;
}
