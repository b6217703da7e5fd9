import { FIRST_REHEARSAL_REALM, ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Sites and events: one catalogue shared by all realms, with the drawings of sites. Two events with the same address or
 * guid count together for purchase limits, and no new one can be made.
 */
export class SitesAndEvents extends SqlMigration {
  readonly name = 'SitesAndEvents1795824000004';
  protected readonly sql = `
CREATE TABLE sites (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
  url text NOT NULL DEFAULT '' CHECK (url = '' OR url ~* '^https?://' AND char_length(url) <= 2000),
  display_name text NOT NULL DEFAULT '' CHECK (char_length(display_name) <= 200),
  enabled smallint NOT NULL DEFAULT 0 CHECK (enabled IN (0, 1)),
  config jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(config) = 'object'),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone text CHECK (char_length(time_zone) <= 64),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX sites_name ON sites (lower(name), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX sites_name_order ON sites (name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON sites FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT ON sites TO tessera_realm;
GRANT SELECT, INSERT, UPDATE ON sites TO tessera_all;

CREATE TABLE events (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id int NOT NULL REFERENCES sites,
  guid text NOT NULL CHECK (char_length(guid) BETWEEN 1 AND 200),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 300),
  ko bigint CHECK (ko BETWEEN 0 AND 253402300799),
  date text CHECK (char_length(date) <= 50),
  time text CHECK (char_length(time) <= 50),
  status text NOT NULL DEFAULT 'announced' CHECK (status IN ('announced', 'on_sale', 'sold_out', 'closed')),
  url text CHECK (url ~* '^https?://' AND char_length(url) <= 2000),
  event_url text CHECK (event_url ~* '^https?://' AND char_length(event_url) <= 2000),
  category text CHECK (char_length(category) <= 200),
  price_type text CHECK (char_length(price_type) <= 200),
  price_levels jsonb,
  max_per_customer int CHECK (max_per_customer >= 1),
  created_by_realm_id int REFERENCES realms,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  on_sale_at timestamptz
);
COMMENT ON COLUMN events.ko IS 'Kick-off in epoch seconds';
COMMENT ON COLUMN events.on_sale_at IS 'Null: unknown';
CREATE INDEX events_ko ON events (ko, lower(name), id) WHERE deleted_at IS NULL; -- until NoLowerCaseOrders
CREATE INDEX events_created_by_realm ON events (created_by_realm_id);
-- Searches by trigrams.
CREATE INDEX events_search ON events USING gin (name gin_trgm_ops, guid gin_trgm_ops);
CREATE INDEX events_name_sort ON events (lower(name), id); -- until NoLowerCaseOrders
-- Finds the on-sales of a week without reading those of other years.
CREATE INDEX events_on_sale ON events (on_sale_at, id) WHERE on_sale_at IS NOT NULL AND deleted_at IS NULL;
-- Unique within a site among the events that people work with: an event of a rehearsal takes none of them.
CREATE UNIQUE INDEX events_guid ON events (site_id, guid)
  WHERE deleted_at IS NULL AND (created_by_realm_id IS NULL OR created_by_realm_id < ${FIRST_REHEARSAL_REALM});
-- By the Unicode collation, in which lists are sorted.
CREATE INDEX events_name_order ON events (name COLLATE "und-x-icu", id);
CREATE INDEX events_ko_order ON events (ko, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT, INSERT, UPDATE ON events TO tessera_realm, tessera_all;
-- Everybody reads the catalogue; a realm writes the events of its own making.
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY catalogue ON events FOR SELECT TO tessera_realm USING (true);
CREATE POLICY own_making ON events FOR INSERT TO tessera_realm
  WITH CHECK (created_by_realm_id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY own_change ON events FOR UPDATE TO tessera_realm
  USING (created_by_realm_id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON events TO tessera_all USING (true);
CREATE POLICY no_rehearsals ON events AS RESTRICTIVE TO tessera_console
  USING (created_by_realm_id IS NULL OR created_by_realm_id < ${FIRST_REHEARSAL_REALM});
-- Who works in a rehearsal sees its event alone, and so can start nothing for another.
CREATE POLICY rehearsed_event ON events AS RESTRICTIVE TO tessera_realm
  USING (created_by_realm_id = nullif(current_setting('app.realm_id', true), '')::int
    OR ((created_by_realm_id IS NULL OR created_by_realm_id < ${FIRST_REHEARSAL_REALM})
      AND coalesce(nullif(current_setting('app.realm_id', true), '')::int, 0) < ${FIRST_REHEARSAL_REALM}));
-- The start of a rehearsal inserts its event; nobody within it creates or changes one.
CREATE POLICY none_in_rehearsals ON events AS RESTRICTIVE FOR INSERT TO tessera_realm
  WITH CHECK (created_by_realm_id < ${FIRST_REHEARSAL_REALM});
CREATE POLICY unchanged_in_rehearsals ON events AS RESTRICTIVE FOR UPDATE TO tessera_realm
  USING (created_by_realm_id < ${FIRST_REHEARSAL_REALM});

-- Drawings of sites, or of one event of a site, as they were sanitized. Everybody reads them, administrators write them.
CREATE TABLE site_maps (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id int NOT NULL REFERENCES sites,
  event_id int REFERENCES events,
  svg text NOT NULL CHECK (char_length(svg) <= 2000000),
  areas jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(areas) = 'array'),
  removed jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(removed) = 'array'),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN site_maps.event_id IS 'Null: of every event of the site that has none of its own';
COMMENT ON COLUMN site_maps.svg IS 'Sanitized; the upload itself is not kept';
COMMENT ON COLUMN site_maps.areas IS 'Named parts: key (data-area in the drawing) and name';
COMMENT ON COLUMN site_maps.removed IS 'Kinds of elements and attributes that were left out';
CREATE UNIQUE INDEX site_maps_of_site ON site_maps (site_id) WHERE event_id IS NULL;
CREATE UNIQUE INDEX site_maps_of_event ON site_maps (event_id, site_id) WHERE event_id IS NOT NULL;
CREATE INDEX site_maps_site ON site_maps (site_id);
CREATE INDEX site_maps_event ON site_maps (event_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON site_maps FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT ON site_maps TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON site_maps TO tessera_all;

CREATE TABLE event_identities (
  event_id int PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  site_id int NOT NULL,
  keys text[] NOT NULL,
  kept_apart boolean NOT NULL DEFAULT false
);
COMMENT ON COLUMN event_identities.keys IS 'Canonical guid and addresses';
COMMENT ON COLUMN event_identities.kept_apart IS 'An administrator decided that it is another event although it shares a key';
CREATE INDEX event_identities_keys ON event_identities USING gin (keys);
GRANT SELECT, INSERT, UPDATE ON event_identities TO tessera_all;
COMMENT ON TABLE event_identities IS 'What an event is recognized by at its site; events that share a key share their purchase limit';

CREATE TABLE identity_matches (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('event', 'login', 'account')),
  site_id int REFERENCES sites,
  identity text NOT NULL CHECK (char_length(identity) <= 4000),
  row_ids int[] NOT NULL,
  decision text CHECK (decision IN ('merged', 'apart')),
  decided_by int REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  kept_id int,
  former jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON COLUMN identity_matches.kept_id IS 'The row that stays in use; null: not merged, or all stay';
COMMENT ON COLUMN identity_matches.former IS 'Status of the other rows before they were merged, by id';
CREATE INDEX identity_matches_site ON identity_matches (site_id);
CREATE INDEX identity_matches_decided_by ON identity_matches (decided_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON identity_matches FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT, INSERT, UPDATE ON identity_matches TO tessera_all;
COMMENT ON TABLE identity_matches IS 'Rows whose canonical forms met when those were introduced; an administrator decides';

-- Refuses an event that has the address or guid of another one at its site: TS004, with that event as DETAIL.
CREATE FUNCTION refuse_event_twin() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  added text[] := event_keys(NEW.guid, NEW.url, NEW.event_url);
  key text;
  twin record;
BEGIN
  IF NEW.deleted_at IS NOT NULL OR NEW.created_by_realm_id >= ${FIRST_REHEARSAL_REALM} THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL AND OLD.site_id = NEW.site_id THEN
    added := ARRAY(SELECT unnest(added) EXCEPT SELECT unnest(event_keys(OLD.guid, OLD.url, OLD.event_url)));
  END IF;
  FOR key IN SELECT k FROM unnest(added) AS k ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(format('event:%s:%s', NEW.site_id, key), 0));
  END LOOP;
  SELECT e.id, e.name INTO twin FROM event_identities i JOIN events e ON e.id = i.event_id
  WHERE i.site_id = NEW.site_id AND i.keys && added AND e.id <> NEW.id AND e.deleted_at IS NULL ORDER BY e.id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'TS004', MESSAGE = 'the site has an event with this address or guid',
      DETAIL = jsonb_build_object('id', twin.id, 'name', twin.name)::text;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER event_twin BEFORE INSERT OR UPDATE OF site_id, guid, url, event_url, deleted_at ON events
  FOR EACH ROW EXECUTE FUNCTION refuse_event_twin();

CREATE FUNCTION store_event_identity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.created_by_realm_id >= ${FIRST_REHEARSAL_REALM} THEN RETURN NULL; END IF;
  INSERT INTO event_identities (event_id, site_id, keys)
  VALUES (NEW.id, NEW.site_id, event_keys(NEW.guid, NEW.url, NEW.event_url))
  ON CONFLICT (event_id) DO UPDATE SET site_id = excluded.site_id, keys = excluded.keys;
  RETURN NULL;
END $$;
CREATE TRIGGER event_identity AFTER INSERT OR UPDATE OF site_id, guid, url, event_url ON events
  FOR EACH ROW EXECUTE FUNCTION store_event_identity();

-- The events whose seats count together with those of one, itself included, also deleted ones. Two events count apart only
-- if every match that names both was decided so: one that replaces a deleted event counts with all that share its keys.
CREATE FUNCTION events_counted_with(p_event int) RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public ROWS 1 AS $$
  SELECT p_event
  UNION
  SELECT o.event_id FROM event_identities i JOIN event_identities o ON o.site_id = i.site_id AND o.keys && i.keys
  WHERE i.event_id = p_event AND NOT (i.kept_apart AND o.kept_apart AND coalesce((
    SELECT bool_and(m.decision IS NOT DISTINCT FROM 'apart') FROM identity_matches m
    WHERE m.kind = 'event' AND m.site_id = i.site_id AND m.row_ids @> ARRAY[i.event_id, o.event_id]), false))
$$;

-- The seats that a customer may have of an event: the least of those that count together. Null: no limit.
CREATE FUNCTION customer_limit(p_event int) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT min(max_per_customer) FROM events
  WHERE id = ANY (ARRAY(SELECT events_counted_with(p_event))) AND (deleted_at IS NULL OR id = p_event)
$$;
${ownedBySystem({
  realms: ['events_counted_with(int)', 'customer_limit(int)'],
  triggers: ['refuse_event_twin()', 'store_event_identity()'],
})}
`;
}
