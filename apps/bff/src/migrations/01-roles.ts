import { SqlMigration } from './sql-migration';

/**
 * The two roles the application works as. They own nothing and can't sign in; the connecting role may switch
 * to them (SET) but doesn't inherit from them, so that a query outside a scoped transaction sees no realm's rows.
 * Roles belong to the whole cluster, and advisory locks to one database only: two databases that migrate at once
 * meet in the exception handlers.
 */
export class Roles extends SqlMigration {
  readonly name = 'Roles1763600000001';
  protected readonly sql = `
DO $$
DECLARE
  wanted text;
  tries int := 0;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['tessera_realm', 'tessera_all'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- another database of this cluster made it meanwhile
      END;
    END IF;
    WHILE NOT EXISTS (
      SELECT FROM pg_auth_members m
      WHERE m.roleid = wanted::regrole AND m.member = current_user::regrole AND m.set_option AND NOT m.inherit_option
    ) AND tries < 20 LOOP
      BEGIN
        tries := tries + 1;
        EXECUTE format('GRANT %I TO CURRENT_USER WITH SET TRUE, INHERIT FALSE', wanted);
      EXCEPTION
        WHEN insufficient_privilege THEN
          IF pg_has_role(current_user, wanted, 'SET') THEN EXIT; END IF;
          RAISE EXCEPTION 'the role % exists, but % may not switch to it', wanted, current_user
            USING HINT = format('As an administrator of the cluster: GRANT %I TO %I WITH SET TRUE, INHERIT FALSE;', wanted, current_user);
        WHEN internal_error OR unique_violation THEN
          PERFORM pg_sleep(0.05); -- "tuple concurrently updated": the other database's grant goes first
      END;
    END LOOP;
  END LOOP;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO tessera_realm, tessera_all;
`;
}
