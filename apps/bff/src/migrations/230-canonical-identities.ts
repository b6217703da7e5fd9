import { SqlMigration } from './sql-migration';

/** Rehearsals' realms have ids from here: their events are copies, which count alone. */
const FIRST_REHEARSAL_REALM = 1_000_000_000;

/** Control and format characters, and others that show nothing, as ranges of a regular expression. */
const INVISIBLE =
  '\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2' +
  '\\u115f-\\u1160\\u17b4-\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164' +
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\U000110bd\\U000110cd\\U00013430-\\U0001343f' +
  '\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff';

/**
 * One canonical form of whatever a purchase limit rests on, whoever writes the row: customers, their e-mails, and the
 * addresses and guids of events. Two events with the same address or guid count together, and no new one can be made.
 * Functions name each other with their schema, because a restore evaluates generated columns without a search path.
 */
export class CanonicalIdentities extends SqlMigration {
  readonly name = 'CanonicalIdentities1763600000230';
  protected readonly sql = `
-- NFKC, without control, format and other invisible characters, in lower case, with single spaces. ICU's rules don't
-- depend on the database's locale.
CREATE FUNCTION identity_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN value ~ '^[\\x21-\\x7e]*$' THEN lower(value COLLATE "C") COLLATE "C" ELSE
    btrim(regexp_replace(normalize(lower(
      normalize(regexp_replace(value, '[${INVISIBLE}]', '', 'g'), NFKC) COLLATE "und-x-icu") COLLATE "C", NFKC),
      '[\\s\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]+', ' ', 'g')) END
$$;

-- A label of a domain as RFC 3492 encodes it.
CREATE FUNCTION punycode(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  codes int[] := ARRAY(SELECT ascii(c) FROM regexp_split_to_table(label, '') WITH ORDINALITY AS s (c, nth) ORDER BY nth);
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  encoded text := regexp_replace(label, '[^\\x01-\\x7f]', '', 'g');
  basic int := length(encoded);
  done int := basic;
  lowest int;
  point int := 128;
  delta bigint := 0;
  bias int := 72;
  rest bigint;
  base int;
  threshold int;
  code int;
BEGIN
  IF basic > 0 THEN encoded := encoded || '-'; END IF;
  WHILE done < cardinality(codes) LOOP
    SELECT min(c) INTO lowest FROM unnest(codes) AS c WHERE c >= point;
    delta := delta + (lowest - point)::bigint * (done + 1);
    point := lowest;
    FOREACH code IN ARRAY codes LOOP
      IF code < point THEN delta := delta + 1; END IF;
      CONTINUE WHEN code <> point;
      rest := delta;
      base := 36;
      LOOP
        threshold := least(greatest(base - bias, 1), 26);
        EXIT WHEN rest < threshold;
        encoded := encoded || substr(digits, (threshold + (rest - threshold) % (36 - threshold))::int + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        base := base + 36;
      END LOOP;
      encoded := encoded || substr(digits, rest::int + 1, 1);
      delta := CASE WHEN done = basic THEN delta / 700 ELSE delta / 2 END;
      delta := delta + delta / (done + 1);
      bias := 0;
      WHILE delta > 455 LOOP
        delta := delta / 35;
        bias := bias + 36;
      END LOOP;
      bias := bias + (36 * delta / (delta + 38))::int;
      delta := 0;
      done := done + 1;
    END LOOP;
    delta := delta + 1;
    point := point + 1;
  END LOOP;
  RETURN encoded;
END $$;

-- A domain in ASCII.
CREATE FUNCTION ascii_domain(domain text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT string_agg(CASE WHEN label ~ '^[\\x01-\\x7f]*$' THEN label ELSE 'xn--' || public.punycode(label) END, '.' ORDER BY nth)
  FROM regexp_split_to_table(replace(public.identity_text(domain), '。', '.'), '\\.') WITH ORDINALITY AS l (label, nth)
$$;

-- The form in which e-mails are stored and compared.
CREATE FUNCTION canonical_email(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN email ~ '^[\\x21-\\x7e]*$' THEN lower(email COLLATE "C") COLLATE "C"
    ELSE regexp_replace(public.identity_text(email), '@[^@]*$', '')
      || coalesce('@' || public.ascii_domain(substring(public.identity_text(email) FROM '@([^@]*)$')), '') END
$$;

-- Who a login is to the site. A supporter id of invisible characters is none.
CREATE OR REPLACE FUNCTION customer_identity(supporter_id text, email text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(public.canonical_email(supporter_id), ''), nullif(public.canonical_email(email), ''), email)
$$;

-- The address of a page without what differs between its spellings; null when it is that of the whole site.
CREATE FUNCTION event_address(url text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  parts text[] := regexp_match(
    replace(regexp_replace(btrim(url), '[${INVISIBLE}]', '', 'g'), '\\', '/'), '^https?:/*([^/?#]*)([^?#]*)(\\?[^#]*)?', 'i');
  host text := public.ascii_domain(regexp_replace(parts[1], '^.*@', ''));
  path text := public.percent_decoded(parts[2]);
  query text;
BEGIN
  IF parts IS NULL THEN RETURN NULL; END IF;
  host := regexp_replace(regexp_replace(host, '\\.?(:(80|443)?)?$', ''), '^www\\.', '');
  path := regexp_replace(regexp_replace(path, '/(\\./|\\.$)+', '/', 'g'), '/+', '/', 'g');
  WHILE path ~ '/\\.\\.(/|$)' LOOP
    path := regexp_replace(path, '(^|/[^/]*)/\\.\\.(/|$)', '/');
  END LOOP;
  path := rtrim(regexp_replace(path, '/+', '/', 'g'), '/');
  SELECT string_agg(pair, '&' ORDER BY pair COLLATE "C") INTO query
  FROM (SELECT DISTINCT public.percent_decoded(p) AS pair FROM regexp_split_to_table(substr(parts[3], 2), '&') AS p) pairs
  WHERE pair <> '' AND pair !~* '^(utm_[a-z]+|fbclid|gclid|msclkid)(=|$)';
  RETURN CASE WHEN path <> '' OR query IS NOT NULL THEN host || path || coalesce('?' || query, '') END;
END $$;

CREATE FUNCTION percent_decoded(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  decoded bytea;
BEGIN
  IF value !~ '%' THEN RETURN normalize(value, NFKC); END IF;
  SELECT string_agg(CASE WHEN m[1] ~* '^%[0-9a-f]{2}$' THEN decode(substr(m[1], 2), 'hex') ELSE convert_to(m[1], 'UTF8') END, ''
    ORDER BY nth)
  INTO decoded FROM regexp_matches(value, '%[0-9a-fA-F]{2}|.', 'g') WITH ORDINALITY AS r (m, nth);
  RETURN normalize(convert_from(decoded, 'UTF8'), NFKC);
EXCEPTION WHEN character_not_in_repertoire THEN
  RETURN lower(value COLLATE "C");
END $$;

-- E-mails are stored in their canonical form, whichever version of the server writes them.
CREATE FUNCTION store_canonical_email() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.email := public.canonical_email(NEW.email);
  RETURN NEW;
END $$;
CREATE TRIGGER canonical_email BEFORE INSERT OR UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION store_canonical_email();
CREATE TRIGGER canonical_email BEFORE INSERT OR UPDATE OF email ON logins FOR EACH ROW EXECUTE FUNCTION store_canonical_email();
CREATE TRIGGER canonical_email BEFORE INSERT OR UPDATE OF email ON invitations FOR EACH ROW EXECUTE FUNCTION store_canonical_email();

CREATE TABLE event_identities (
  event_id int PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  site_id int NOT NULL,
  keys text[] NOT NULL,
  kept_apart boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE event_identities IS 'What an event is recognized by at its site; events that share a key share their purchase limit';
COMMENT ON COLUMN event_identities.keys IS 'Canonical guid and addresses';
COMMENT ON COLUMN event_identities.kept_apart IS 'An administrator decided that it is another event although it shares a key';
CREATE INDEX event_identities_keys ON event_identities USING gin (keys);

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
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE identity_matches IS 'Rows whose canonical forms met when those were introduced; an administrator decides';
CREATE INDEX identity_matches_site ON identity_matches (site_id);
CREATE INDEX identity_matches_decided_by ON identity_matches (decided_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON identity_matches FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT, INSERT, UPDATE ON identity_matches TO tessera_all;
GRANT SELECT, INSERT, UPDATE ON event_identities TO tessera_all;

CREATE FUNCTION event_keys(guid text, url text, event_url text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT key), '{}') FROM unnest(ARRAY[
    'guid:' || public.identity_text(guid), 'url:' || public.event_address(url), 'url:' || public.event_address(event_url)]) AS key
  WHERE key IS NOT NULL
$$;

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

CREATE FUNCTION store_event_identity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.created_by_realm_id >= ${FIRST_REHEARSAL_REALM} THEN RETURN NULL; END IF;
  INSERT INTO event_identities (event_id, site_id, keys)
  VALUES (NEW.id, NEW.site_id, event_keys(NEW.guid, NEW.url, NEW.event_url))
  ON CONFLICT (event_id) DO UPDATE SET site_id = excluded.site_id, keys = excluded.keys;
  RETURN NULL;
END $$;

-- The events whose seats count together with those of one, itself included, also deleted ones.
CREATE FUNCTION events_counted_with(p_event int) RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public ROWS 1 AS $$
  SELECT p_event
  UNION
  SELECT o.event_id FROM event_identities i JOIN event_identities o ON o.site_id = i.site_id AND o.keys && i.keys
  WHERE i.event_id = p_event AND NOT i.kept_apart AND NOT o.kept_apart
$$;

-- The seats that a customer may have of an event: the least of those that count together. Null: no limit.
CREATE FUNCTION customer_limit(p_event int) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT min(max_per_customer) FROM events
  WHERE id = ANY (ARRAY(SELECT events_counted_with(p_event))) AND (deleted_at IS NULL OR id = p_event)
$$;

CREATE OR REPLACE FUNCTION lock_customers(p_event int, p_identities text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  FOR place IN
    SELECT DISTINCT hashtextextended(event || ':' || (hashtextextended(identity, 0) & 511), 0)
    FROM unnest(p_identities) AS identity, public.events_counted_with(p_event) AS event ORDER BY 1
  LOOP PERFORM pg_advisory_xact_lock(place); END LOOP;
END $$;

GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION refuse_event_twin() OWNER TO tessera_all;
ALTER FUNCTION store_event_identity() OWNER TO tessera_all;
ALTER FUNCTION events_counted_with(int) OWNER TO tessera_all;
ALTER FUNCTION customer_limit(int) OWNER TO tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION events_counted_with(int), customer_limit(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events_counted_with(int), customer_limit(int) TO tessera_realm;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;

CREATE TRIGGER event_twin BEFORE INSERT OR UPDATE OF site_id, guid, url, event_url, deleted_at ON events
  FOR EACH ROW EXECUTE FUNCTION refuse_event_twin();
CREATE TRIGGER event_identity AFTER INSERT OR UPDATE OF site_id, guid, url, event_url ON events
  FOR EACH ROW EXECUTE FUNCTION store_event_identity();
`;
}
