import { FIRST_REHEARSAL_REALM, ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Tickets, who pays which basket, and what is known about payments. The questions whose answer spans realms are functions
 * that tell no more than that answer.
 */
export class Purchases extends SqlMigration {
  readonly name = 'Purchases1795824000008';
  protected readonly sql = `
-- A record of a purchase that turned out false is reversed: it leaves its hold, the list of tickets and the customer's
-- limit, and stays in the ledger.
CREATE TABLE tickets (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  hold_id int UNIQUE,
  task_id int,
  job_id int,
  login_id int NOT NULL,
  site_id int NOT NULL REFERENCES sites,
  event_id int NOT NULL REFERENCES events,
  event_guid text NOT NULL CHECK (char_length(event_guid) <= 200),
  event_name text NOT NULL CHECK (char_length(event_name) <= 300),
  login_email text NOT NULL CHECK (char_length(login_email) <= 320),
  customer_identity text NOT NULL CHECK (char_length(customer_identity) BETWEEN 1 AND 320),
  area text NOT NULL DEFAULT '' CHECK (char_length(area) <= 100),
  "row" text NOT NULL DEFAULT '' CHECK (char_length("row") <= 100),
  seat text NOT NULL DEFAULT '' CHECK (char_length(seat) <= 100),
  price numeric(12, 2) CHECK (price >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'USED', 'CANCELLED')),
  ticket_reference text CHECK (char_length(ticket_reference) <= 120),
  late boolean NOT NULL DEFAULT false,
  over_limit boolean NOT NULL DEFAULT false,
  confirmed_by int REFERENCES users ON DELETE SET NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  status_changed_at timestamptz,
  status_changed_by int REFERENCES users ON DELETE SET NULL,
  reversed_at timestamptz,
  reversed_by int REFERENCES users ON DELETE SET NULL,
  reversal_reason text CHECK (char_length(reversal_reason) <= 500),
  replaced_by int,
  UNIQUE (realm_id, id),
  CONSTRAINT tickets_reversed_check CHECK (
    CASE WHEN reversed_at IS NULL THEN hold_id IS NOT NULL AND reversal_reason IS NULL AND replaced_by IS NULL
         ELSE hold_id IS NULL AND deleted_at IS NOT NULL END),
  FOREIGN KEY (realm_id, hold_id) REFERENCES holds (realm_id, id),
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE SET NULL (task_id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id)
);
COMMENT ON COLUMN tickets.replaced_by IS 'The record of the same seat that replaced this one, which is reversed';
CREATE INDEX tickets_newest ON tickets (realm_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX tickets_login ON tickets (realm_id, login_id, event_id);
CREATE INDEX tickets_identity ON tickets (event_id, customer_identity);
CREATE INDEX tickets_task ON tickets (realm_id, task_id);
CREATE INDEX tickets_job ON tickets (realm_id, job_id);
CREATE INDEX tickets_site ON tickets (site_id);
CREATE INDEX tickets_confirmed_by ON tickets (confirmed_by);
-- The ledger reads purchases newest first, those that were deleted from the tickets' list too.
CREATE INDEX tickets_ledger ON tickets (realm_id, created_at DESC, id DESC);
CREATE INDEX tickets_ledger_of_all ON tickets (created_at DESC, id DESC);
-- Whether a seat is bought under another hold.
CREATE INDEX tickets_seat ON tickets (event_id, area, "row", seat);
CREATE INDEX tickets_status_changed_by ON tickets (status_changed_by);
-- Searches by trigrams, within a realm or in all.
CREATE INDEX tickets_search ON tickets USING gin (realm_id, event_name gin_trgm_ops, login_email gin_trgm_ops,
      customer_identity gin_trgm_ops, ticket_reference gin_trgm_ops, area gin_trgm_ops, seat gin_trgm_ops);
CREATE INDEX tickets_event_name ON tickets (realm_id, lower(event_name), id); -- until NoLowerCaseOrders
CREATE INDEX tickets_event_name_of_all ON tickets (lower(event_name), id); -- until NoLowerCaseOrders
CREATE INDEX tickets_price ON tickets (realm_id, price, id);
CREATE INDEX tickets_price_of_all ON tickets (price, id);
-- What pages of logins count for each row.
CREATE INDEX tickets_of_login ON tickets (realm_id, login_id) WHERE deleted_at IS NULL;
-- Deleting a user looks for the records that they reversed.
CREATE INDEX tickets_reversed_by ON tickets (reversed_by);
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX tickets_event_name_order ON tickets (realm_id, event_name COLLATE "und-x-icu", id);
CREATE INDEX tickets_event_name_order_of_all ON tickets (event_name COLLATE "und-x-icu", id);
CREATE TRIGGER bump_version BEFORE UPDATE ON tickets FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('tickets');
CREATE POLICY only_rehearsals ON tickets AS RESTRICTIVE FOR DELETE TO tessera_all USING (realm_id >= ${FIRST_REHEARSAL_REALM});
GRANT SELECT, INSERT, UPDATE ON tickets TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON tickets TO tessera_all;

-- Who pays which basket now, so that two people don't pay the same. A basket is the live holds of one task, whose id it
-- has; its row is made by the first claim and reused by the next ones, so that there is at most one claim of each.
CREATE TABLE pay_claims (
  id int PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  user_id int REFERENCES users ON DELETE SET NULL,
  who text CHECK (char_length(who) <= 320),
  claimed_at timestamptz,
  expires_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (realm_id, id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN pay_claims.id IS 'The id of the task that holds the seats';
COMMENT ON COLUMN pay_claims.expires_at IS 'Null: nobody has claimed it';
CREATE INDEX pay_claims_realm ON pay_claims (realm_id, id);
CREATE INDEX pay_claims_user ON pay_claims (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON pay_claims FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('pay_claims');
GRANT SELECT, INSERT, UPDATE ON pay_claims TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON pay_claims TO tessera_all;

-- The leases of checks, and when the next may be given. A row stays after its check, so that a repeated call is answered.
CREATE TABLE payment_checks (
  task_id int PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  lease_id uuid UNIQUE,
  leased_by int REFERENCES workers,
  lease_expires_at timestamptz,
  tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_try_at timestamptz NOT NULL DEFAULT now(),
  message text CHECK (char_length(message) <= 2000),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX payment_checks_realm ON payment_checks (realm_id, task_id);
CREATE INDEX payment_checks_leased_by ON payment_checks (leased_by) WHERE leased_by IS NOT NULL;
CALL secure_realm_table('payment_checks');
GRANT SELECT, DELETE ON payment_checks TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_checks TO tessera_all;

-- Serialises purchases by customer identity until the transaction ends, in one order so that none deadlock. An event's
-- customers share 512 places, so that a large launch doesn't fill the lock table that all connections share.
CREATE FUNCTION lock_customers(p_event int, p_identities text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  FOR place IN
    SELECT DISTINCT hashtextextended(event || ':' || (hashtextextended(identity, 0) & 511), 0)
    FROM unnest(p_identities) AS identity, public.events_counted_with(p_event) AS event ORDER BY 1
  LOOP PERFORM pg_advisory_xact_lock(place); END LOOP;
END $$;

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

-- Seats that each customer has of an event and of those that count together with it, over all realms. A cancelled or
-- deleted ticket frees nothing, but a reversed record does: it was false. A hold counts while it lives.
CREATE FUNCTION customer_seats(p_event int, p_identities text[])
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
${ownedBySystem({ realms: ['customer_seats(int, text[])', 'seats_taken(int[])', 'seat_conflicts(int[])'] })}
`;
}
