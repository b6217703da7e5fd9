import { SqlMigration } from './sql-migration';

/** A realm reads only the workers whose token serves it. A rehearsal has those of the realm that rehearses. */
export class WorkersOfOwnRealm extends SqlMigration {
  readonly name = 'WorkersOfOwnRealm1763600000286';
  protected readonly sql = `
GRANT CREATE ON SCHEMA public TO tessera_all;
SET LOCAL ROLE tessera_all;
CREATE FUNCTION serves_own_realm(p_token int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM worker_tokens k WHERE k.id = p_token
    AND (k.realm_ids IS NULL OR own.realm = ANY (k.realm_ids)
      OR (SELECT r.parent_realm_id FROM realms r WHERE r.id = own.realm) = ANY (k.realm_ids)))
  FROM (SELECT nullif(current_setting('app.realm_id', true), '')::int AS realm) own WHERE own.realm IS NOT NULL
$$;
REVOKE ALL ON FUNCTION serves_own_realm(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION serves_own_realm(int) TO tessera_realm;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;

CREATE POLICY serving ON workers FOR SELECT TO tessera_realm USING (serves_own_realm(token_id));
CREATE POLICY all_realms ON workers TO tessera_all USING (true);
ALTER TABLE workers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
}
