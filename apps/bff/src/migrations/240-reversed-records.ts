import { SqlMigration } from './sql-migration';

/**
 * A record of a purchase that turned out false is reversed: it leaves its hold, the list of tickets and the customer's
 * limit, and stays in the ledger.
 */
export class ReversedRecords extends SqlMigration {
  readonly name = 'ReversedRecords1763600000240';
  protected readonly sql = `
ALTER TABLE tickets
  ALTER hold_id DROP NOT NULL,
  ADD reversed_at timestamptz,
  ADD reversed_by int REFERENCES users ON DELETE SET NULL,
  ADD reversal_reason text,
  ADD replaced_by int;
COMMENT ON COLUMN tickets.replaced_by IS 'The record of the same seat that replaced this one, which is reversed';
ALTER TABLE tickets
  ADD CONSTRAINT tickets_reversal_reason_check CHECK (char_length(reversal_reason) <= 500) NOT VALID,
  ADD CONSTRAINT tickets_reversed_check CHECK (
    CASE WHEN reversed_at IS NULL THEN hold_id IS NOT NULL AND reversal_reason IS NULL AND replaced_by IS NULL
         ELSE hold_id IS NULL AND deleted_at IS NOT NULL END) NOT VALID;

ALTER TABLE bulk_operations
  ADD override_claims boolean NOT NULL DEFAULT false,
  ADD replace_records boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN bulk_operations.override_claims IS 'mark_bought: also baskets that somebody else pays';
COMMENT ON COLUMN bulk_operations.replace_records IS 'mark_bought: also seats that are recorded already; that record is reversed';

-- What else these holds' seats are recorded as: bought under another hold or, of expired ones, held elsewhere. Over all
-- realms; the id is null in another realm. A seat without a number is not compared: a standing area has many of it.
CREATE FUNCTION seat_conflicts(p_holds int[]) RETURNS TABLE (hold_id int, kind text, other_id int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT h.id, 'record', CASE WHEN k.realm_id = h.realm_id THEN k.id END
  FROM holds h JOIN tickets k ON (k.event_id, k.area, k."row", k.seat) = (h.event_id, h.area, h."row", h.seat)
  WHERE h.id = ANY (p_holds) AND h.seat <> ''
    AND k.hold_id <> h.id AND k.status <> 'CANCELLED' AND k.deleted_at IS NULL
  UNION ALL
  SELECT h.id, 'hold', CASE WHEN o.realm_id = h.realm_id THEN o.id END
  FROM holds h JOIN holds o ON (o.event_id, o.area, o."row", o.seat) = (h.event_id, h.area, h."row", h.seat)
  WHERE h.id = ANY (p_holds) AND h.seat <> '' AND h.expires_at <= now()
    AND o.id <> h.id AND o.status = 'held' AND o.expires_at > now()
$$;

GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION seat_conflicts(int[]) OWNER TO tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION seat_conflicts(int[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seat_conflicts(int[]) TO tessera_realm;

-- As before, but a reversed record frees what it took: it was false.
CREATE OR REPLACE FUNCTION customer_seats(p_event int, p_identities text[])
RETURNS TABLE (customer_identity text, bought int, held int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT wanted.identity,
    (SELECT count(*)::int FROM tickets t WHERE t.event_id = p_event AND t.customer_identity = wanted.identity
       AND t.reversed_at IS NULL),
    (SELECT count(*)::int FROM holds h WHERE h.event_id = p_event AND h.customer_identity = wanted.identity
       AND h.status = 'held' AND h.expires_at > now())
  FROM (SELECT DISTINCT unnest(p_identities) AS identity) wanted
$$;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
`;
}
