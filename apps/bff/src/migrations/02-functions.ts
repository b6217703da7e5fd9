import { FIRST_REHEARSAL_REALM, ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/** Control and format characters, and others that show nothing, as ranges of a regular expression. */
const INVISIBLE =
  '\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2' +
  '\\u115f-\\u1160\\u17b4-\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164' +
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\U000110bd\\U000110cd\\U00013430-\\U0001343f' +
  '\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff';

/**
 * What tables build on: the versions of rows, row-level security, and one canonical form of whatever a purchase limit rests
 * on, by whatever process the row is written: customers, their e-mails, and the addresses and guids of events. Functions
 * name each other with their schema, because a restore evaluates generated columns without a search path.
 */
export class SharedFunctions extends SqlMigration {
  readonly name = 'SharedFunctions1795824000002';
  protected readonly sql = `
-- Searches need both; they are trusted, so that the database's owner may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The version behind a resource's ETag and its updated_at: they move when a column changes that people change or
-- see. Columns given as arguments (heartbeats, counters) don't count; generated ones aren't known yet here. A statement
-- that adds to version itself says that something beside the row changed, e.g. a pool's members.
CREATE FUNCTION bump_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unseen text[] := ARRAY['version', 'updated_at', 'unfinished', 'customer_identity'] || TG_ARGV;
BEGIN
  IF NEW.version <> OLD.version OR to_jsonb(NEW) - unseen IS DISTINCT FROM to_jsonb(OLD) - unseen THEN
    NEW.version := OLD.version + 1;
    NEW.updated_at := now();
  ELSE
    NEW.version := OLD.version;
    NEW.updated_at := OLD.updated_at;
  END IF;
  RETURN NEW;
END $$;

-- A rotation of keys changes nothing that people see: no version moves, and no list or stream reports it.
CREATE FUNCTION only_rewrapped(before jsonb, after jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT before -> 'data_key' IS DISTINCT FROM after -> 'data_key'
    AND before - '{key,data_key}'::text[] = after - '{key,data_key}'::text[]
$$;

-- Arguments: the columns that refer to the catalogue. Raises TS003 with the column as DETAIL.
CREATE FUNCTION refuse_outside_rehearsal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  own record;
  named text;
  id int;
BEGIN
  SELECT * INTO own FROM public.rehearsal_event(NEW.realm_id);
  FOREACH named IN ARRAY TG_ARGV LOOP
    EXECUTE format('SELECT ($1).%I', named) INTO id USING NEW;
    IF id IS NOT NULL AND id IS DISTINCT FROM (CASE named WHEN 'site_id' THEN own.site_id ELSE own.event_id END) THEN
      RAISE EXCEPTION USING ERRCODE = 'TS003', DETAIL = named,
        MESSAGE = 'rows of a rehearsal refer to its own event and site only: ' || named;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

-- A table's rows of rehearsals refer to nothing outside. Called by secure_realm_table.
CREATE PROCEDURE confine_rehearsals(target regclass) LANGUAGE plpgsql AS $$
DECLARE
  columns text;
BEGIN
  SELECT string_agg(quote_literal(attname), ', ' ORDER BY attname) INTO columns FROM pg_attribute
  WHERE attrelid = target AND attname IN ('site_id', 'event_id') AND NOT attisdropped;
  IF columns IS NOT NULL THEN
    EXECUTE format('CREATE TRIGGER outside_rehearsal BEFORE INSERT OR UPDATE OF realm_id, %s ON %s FOR EACH ROW
      WHEN (NEW.realm_id >= ${FIRST_REHEARSAL_REALM}) EXECUTE FUNCTION refuse_outside_rehearsal(%s)',
      replace(columns, '''', ''), target, columns);
  END IF;
END $$;
REVOKE ALL ON PROCEDURE confine_rehearsals(regclass) FROM PUBLIC;

-- Row-level security for a table with realm_id: the realm role sees and writes its own realm, the system all, and
-- administrators all but rehearsals. Called by the migration that makes the table; what each role may do is granted beside it.
CREATE PROCEDURE secure_realm_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_realm ON %s TO tessera_realm USING (realm_id = nullif(current_setting(''app.realm_id'', true), '''')::int)',
    target);
  EXECUTE format('CREATE POLICY all_realms ON %s TO tessera_all USING (true)', target);
  EXECUTE format(
    'CREATE POLICY no_rehearsals ON %s AS RESTRICTIVE TO tessera_console USING (realm_id IS NULL OR realm_id < ${FIRST_REHEARSAL_REALM})',
    target);
  CALL confine_rehearsals(target);
END $$;
REVOKE ALL ON PROCEDURE secure_realm_table(regclass) FROM PUBLIC;

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

-- Who a login is to the ticketing site: purchase limits are shared by this identity. A supporter id of invisible
-- characters is none.
CREATE FUNCTION customer_identity(supporter_id text, email text) RETURNS text
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

-- What an event is recognized by at its site.
CREATE FUNCTION event_keys(guid text, url text, event_url text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT key), '{}') FROM unnest(ARRAY[
    'guid:' || public.identity_text(guid), 'url:' || public.event_address(url), 'url:' || public.event_address(event_url)]) AS key
  WHERE key IS NOT NULL
$$;

-- E-mails are stored in their canonical form, whichever version of the server writes them.
CREATE FUNCTION store_canonical_email() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.email := public.canonical_email(NEW.email);
  RETURN NEW;
END $$;
${ownedBySystem({ triggers: ['refuse_outside_rehearsal()'] })}
`;
}
