import { SqlMigration } from './sql-migration';

/**
 * A search of events by their index. Who sees events is decided for each of them since rehearsals have events of their own,
 * so that the database would read all of them before it compares a text: see Search. The list leaves out what the search
 * finds beyond what its reader may see.
 */
export class EventSearch extends SqlMigration {
  readonly name = 'EventSearch1763600000142';
  protected readonly sql = `
CREATE FUNCTION find_events(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.find_rows('public.events', ARRAY['deleted_at IS NULL AND (name ILIKE %1$L OR guid ILIKE %1$L)'],
    p_pattern, NULL, p_most)
$$;
GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION find_events(text, int) OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION find_events(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_events(text, int) TO tessera_realm;
RESET ROLE;
`;
}
