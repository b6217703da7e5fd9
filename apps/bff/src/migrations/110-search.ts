import { SqlMigration } from './sql-migration';

/**
 * Searches that read indexes instead of all rows. ILIKE isn't leakproof, so under row-level security the database checks a
 * row's realm before the text and can't look the text up; hence functions that belong to tessera_all and confine
 * themselves to the realm of the transaction. The extensions are trusted: the database's owner may create them.
 */
export class Search extends SqlMigration {
  readonly name = 'Search1763600000110';
  protected readonly sql = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- The ids of a table's rows that meet one of the conditions; null when they are more than p_most. The conditions are SQL in
-- which %1$L is the pattern and %2$s a condition on the realm; they are planned for the pattern at hand each time. One
-- that likely finds most of what is common comes first.
CREATE FUNCTION find_rows(p_table regclass, p_conditions text[], p_pattern text, p_realm int, p_most int) RETURNS int[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
DECLARE
  in_realm text := CASE WHEN p_realm IS NULL THEN '' ELSE format('AND realm_id = %s', p_realm) END;
  condition text;
  found int[] := '{}';
  more int[];
BEGIN
  FOREACH condition IN ARRAY p_conditions LOOP
    EXECUTE format('SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT id FROM %s WHERE %s %s LIMIT %s) AS matches',
      p_table, format(condition, p_pattern, in_realm), in_realm, p_most + 1) INTO more;
    IF cardinality(more) > p_most THEN RETURN NULL; END IF;
    found := found || more;
  END LOOP;
  SELECT coalesce(array_agg(DISTINCT id), '{}') INTO found FROM unnest(found) AS id;
  RETURN CASE WHEN cardinality(found) <= p_most THEN found END;
END $$;

CREATE FUNCTION find_tasks(p_pattern text, p_realm int, p_most int) RETURNS int[] LANGUAGE sql STABLE AS $$
  SELECT public.find_rows('public.tasks', ARRAY[
    'deleted_at IS NULL AND event_id = ANY (ARRAY(SELECT e.id FROM events e WHERE e.name ILIKE %1$L))',
    'deleted_at IS NULL AND login_id = ANY (ARRAY(SELECT l.id FROM logins l WHERE (l.name ILIKE %1$L OR l.email ILIKE %1$L) %2$s))',
    'deleted_at IS NULL AND name ILIKE %1$L'], p_pattern, p_realm, p_most)
$$;

CREATE FUNCTION find_tickets(p_pattern text, p_realm int, p_most int) RETURNS int[] LANGUAGE sql STABLE AS $$
  SELECT public.find_rows('public.tickets', ARRAY[
    'event_name ILIKE %1$L',
    'login_email ILIKE %1$L', 'customer_identity ILIKE %1$L', 'ticket_reference ILIKE %1$L', 'area ILIKE %1$L', 'seat ILIKE %1$L',
    'login_id = ANY (ARRAY(SELECT l.id FROM logins l WHERE l.name ILIKE %1$L %2$s))'], p_pattern, p_realm, p_most)
$$;

-- The same within the realm of the transaction, for its role; without a realm nothing is found.
CREATE FUNCTION find_own_tasks(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT CASE WHEN own.realm IS NULL THEN '{}' ELSE public.find_tasks(p_pattern, own.realm, p_most) END
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own
$$;
CREATE FUNCTION find_own_tickets(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT CASE WHEN own.realm IS NULL THEN '{}' ELSE public.find_tickets(p_pattern, own.realm, p_most) END
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own
$$;

GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION find_own_tasks(text, int) OWNER TO tessera_all;
ALTER FUNCTION find_own_tickets(text, int) OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION find_own_tasks(text, int), find_own_tickets(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_own_tasks(text, int), find_own_tickets(text, int) TO tessera_realm;
RESET ROLE;
`;
}
