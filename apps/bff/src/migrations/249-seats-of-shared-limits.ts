import { SqlMigration } from './sql-migration';

/** The seats of a customer count together for events that share an address or a guid; a reversed record counts nowhere. */
export class SeatsOfSharedLimits extends SqlMigration {
  readonly name = 'SeatsOfSharedLimits1763600000249';
  protected readonly sql = `
GRANT CREATE ON SCHEMA public TO tessera_all;
SET LOCAL ROLE tessera_all;
CREATE OR REPLACE FUNCTION customer_seats(p_event int, p_identities text[])
RETURNS TABLE (customer_identity text, bought int, held int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  events int[] := ARRAY(SELECT events_counted_with(p_event));
BEGIN
  RETURN QUERY SELECT wanted.identity,
    (SELECT count(*)::int FROM tickets t WHERE t.event_id = ANY (events) AND t.customer_identity = wanted.identity
       AND t.reversed_at IS NULL),
    (SELECT count(*)::int FROM holds h WHERE h.event_id = ANY (events) AND h.customer_identity = wanted.identity
       AND h.status = 'held' AND h.expires_at > now())
  FROM (SELECT DISTINCT unnest(p_identities) AS identity) wanted;
END $$;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
`;
}
