import { SqlMigration } from './sql-migration';

/**
 * The few questions whose answer spans realms, as functions that tell no more than that answer. With them the limit
 * functions go to tessera_all, which row-level security lets see every realm.
 */
export class AcrossRealms extends SqlMigration {
  readonly name = 'AcrossRealms1763600000011';
  protected readonly sql = `
-- Whether another realm uses an event: then only an administrator may change it.
CREATE FUNCTION event_used_elsewhere(p_event int, p_realm int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM templates WHERE event_id = p_event AND realm_id <> p_realm AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM jobs WHERE event_id = p_event AND realm_id <> p_realm)
    OR EXISTS (SELECT FROM tasks WHERE event_id = p_event AND realm_id <> p_realm)
    OR EXISTS (SELECT FROM queue_links WHERE event_id = p_event AND realm_id <> p_realm AND deleted_at IS NULL)
$$;

-- Serialises purchases by customer identity until the transaction ends, in one order so that none deadlock.
CREATE FUNCTION lock_customers(p_event int, p_identities text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  FOR place IN
    SELECT DISTINCT hashtextextended(p_event || ':' || identity, 0) FROM unnest(p_identities) AS identity ORDER BY 1
  LOOP PERFORM pg_advisory_xact_lock(place); END LOOP;
END $$;

-- Seats of an event that each customer has, over all realms. A cancelled or deleted ticket frees
-- nothing; a hold counts while it lives.
CREATE FUNCTION customer_seats(p_event int, p_identities text[])
RETURNS TABLE (customer_identity text, bought int, held int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT wanted.identity,
    (SELECT count(*)::int FROM tickets t WHERE t.event_id = p_event AND t.customer_identity = wanted.identity),
    (SELECT count(*)::int FROM holds h WHERE h.event_id = p_event AND h.customer_identity = wanted.identity
       AND h.status = 'held' AND h.expires_at > now())
  FROM (SELECT DISTINCT unnest(p_identities) AS identity) wanted
$$;

GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION count_against_limit(int, text, text, int) OWNER TO tessera_all;
ALTER FUNCTION tasks_limit() OWNER TO tessera_all;
ALTER FUNCTION logins_limit() OWNER TO tessera_all;
ALTER FUNCTION event_used_elsewhere(int, int) OWNER TO tessera_all;
ALTER FUNCTION customer_seats(int, text[]) OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;

SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION count_against_limit(int, text, text, int), event_used_elsewhere(int, int),
  customer_seats(int, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_used_elsewhere(int, int), customer_seats(int, text[]) TO tessera_realm;
RESET ROLE;
`;
}
