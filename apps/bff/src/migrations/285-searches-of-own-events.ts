import { SqlMigration } from './sql-migration';

/** Ids of rehearsal realms begin here: see Rehearsals. */
const FIRST = 1_000_000_000;

/** The search of events finds only what the caller may see, as the policies of events say: others' rehearsals stay unknown. */
export class SearchesOfOwnEvents extends SqlMigration {
  readonly name = 'SearchesOfOwnEvents1763600000285';
  protected readonly sql = `
GRANT CREATE ON SCHEMA public TO tessera_all;
SET LOCAL ROLE tessera_all;
CREATE OR REPLACE FUNCTION find_events(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.find_rows('public.events', ARRAY['deleted_at IS NULL AND (name ILIKE %1$L OR guid ILIKE %1$L) AND '
    || CASE WHEN own.realm >= ${FIRST} THEN 'created_by_realm_id = ' || own.realm
       ELSE '(created_by_realm_id IS NULL OR created_by_realm_id < ${FIRST})' END],
    p_pattern, NULL, p_most)
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own
$$;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
`;
}
