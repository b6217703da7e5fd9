import { SqlMigration } from './sql-migration';

/**
 * Whether the seat of a hold is held or bought under another one, over all realms: a lapsed hold must not be recorded as
 * a purchase then. The answer names the caller's own holds alone. A seat without a number is not compared: a standing
 * area has many of it.
 */
export class SeatsTaken extends SqlMigration {
  readonly name = 'SeatsTaken1763600000041';
  protected readonly sql = `
CREATE INDEX holds_seat ON holds (event_id, area, "row", seat) WHERE status = 'held';
CREATE INDEX tickets_seat ON tickets (event_id, area, "row", seat);

-- Of these holds those whose seat has a ticket of another hold, and the lapsed ones whose seat is held live elsewhere.
CREATE FUNCTION seats_taken(p_holds int[]) RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT h.id FROM holds h
  WHERE h.id = ANY (p_holds) AND h.seat <> '' AND (
    EXISTS (SELECT FROM tickets k
      WHERE (k.event_id, k.area, k."row", k.seat) = (h.event_id, h.area, h."row", h.seat)
        AND k.hold_id <> h.id AND k.status <> 'CANCELLED' AND k.deleted_at IS NULL)
    OR (h.expires_at <= now() AND EXISTS (SELECT FROM holds o
      WHERE (o.event_id, o.area, o."row", o.seat) = (h.event_id, h.area, h."row", h.seat)
        AND o.id <> h.id AND o.status = 'held' AND o.expires_at > now())))
$$;

-- Holding a seat and recording its purchase take turns until the transaction ends; places as with lock_customers.
CREATE FUNCTION lock_seats(p_event int, p_seats text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  FOR place IN
    SELECT DISTINCT hashtextextended('seats:' || p_event || ':' || (hashtextextended(seat, 0) & 511), 0)
    FROM unnest(p_seats) AS seat ORDER BY 1
  LOOP PERFORM pg_advisory_xact_lock(place); END LOOP;
END $$;

GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION seats_taken(int[]) OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION seats_taken(int[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seats_taken(int[]) TO tessera_realm;
RESET ROLE;
`;
}
