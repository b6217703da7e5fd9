import { SqlMigration } from './sql-migration';

/**
 * The roles that the product works as. They own nothing and can't sign in; the connecting role may switch to them (SET) but
 * doesn't inherit from them, so that a query outside a scoped transaction sees no realm's rows. tessera_realm works for
 * people of one realm (and for nobody: without a realm set it sees nothing), tessera_all for workers and the system,
 * tessera_console for administrators: it inherits everything from tessera_all and sees no rehearsal. Roles belong to the
 * whole cluster, and advisory locks to one database only: two databases that migrate at once meet in the exception
 * handlers.
 */
export class TesseraRoles extends SqlMigration {
  readonly name = 'TesseraRoles1795824000001';
  protected readonly sql = `
DO $$
DECLARE
  wanted text;
  tries int := 0;
  granted boolean;
  -- Before PostgreSQL 16 a grant has no options. The role that serves is NOINHERIT there; the owner can't be, since it
  -- has the schema "public" by inheriting from pg_database_owner.
  has_options boolean := current_setting('server_version_num')::int >= 160000;
  test text := 'SELECT EXISTS (SELECT FROM pg_auth_members WHERE roleid = $1::regrole AND member = current_user::regrole'
    || CASE WHEN has_options THEN ' AND set_option AND NOT inherit_option)' ELSE ')' END;
  options text := CASE WHEN has_options THEN ' WITH SET TRUE, INHERIT FALSE' ELSE '' END;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['tessera_realm', 'tessera_all'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- another database of this cluster made it meanwhile
      END;
    END IF;
    LOOP
      EXECUTE test INTO granted USING wanted;
      EXIT WHEN granted OR tries >= 20;
      BEGIN
        tries := tries + 1;
        EXECUTE format('GRANT %I TO CURRENT_USER', wanted) || options;
      EXCEPTION
        WHEN insufficient_privilege THEN
          IF pg_has_role(current_user, wanted, CASE WHEN has_options THEN 'SET' ELSE 'MEMBER' END) THEN EXIT; END IF;
          RAISE EXCEPTION 'the role % exists, but % may not switch to it', wanted, current_user
            USING HINT = format('As an administrator of the cluster: GRANT %I TO %I%s;', wanted, current_user, options);
        WHEN internal_error OR unique_violation THEN
          PERFORM pg_sleep(0.05); -- "tuple concurrently updated": the other database's grant goes first
      END;
    END LOOP;
  END LOOP;
END $$;

-- Where the tables' owner may not create roles, "tessera roles" has made this one.
DO $$
DECLARE
  has_options boolean := current_setting('server_version_num')::int >= 160000;
  tries int := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tessera_console') THEN
    BEGIN
      CREATE ROLE tessera_console NOLOGIN INHERIT;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of this cluster created it meanwhile
    END;
  END IF;
  LOOP
    EXIT WHEN tries >= 20 OR (pg_has_role('tessera_console', 'tessera_all', 'USAGE')
      AND pg_has_role(current_user, 'tessera_console', CASE WHEN has_options THEN 'SET' ELSE 'MEMBER' END));
    BEGIN
      tries := tries + 1;
      EXECUTE 'GRANT tessera_all TO tessera_console' || CASE WHEN has_options THEN ' WITH INHERIT TRUE, SET FALSE' ELSE '' END;
      EXECUTE 'GRANT tessera_console TO CURRENT_USER' || CASE WHEN has_options THEN ' WITH SET TRUE, INHERIT FALSE' ELSE '' END;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION '% may not create the role tessera_console', current_user
          USING HINT = 'Run "tessera roles" as an administrator of the cluster, then migrate again.';
      WHEN internal_error OR unique_violation THEN
        PERFORM pg_sleep(0.05); -- "tuple concurrently updated": the other database's grant goes first
    END;
  END LOOP;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO tessera_realm, tessera_all;
`;
}
