import { SqlMigration } from './sql-migration';

/**
 * A realm's role neither reads nor writes hashes and keys: passwords and second factors are the system's, tokens of
 * invitations are written and never read, devices' keys are their person's. Columns of users that come later are granted one by one.
 */
export class HashGrants extends SqlMigration {
  readonly name = 'HashGrants1763600000062';
  protected readonly sql = `
REVOKE SELECT, UPDATE ON users FROM tessera_realm;
REVOKE UPDATE (email, name, password_hash, password_changed_at) ON users FROM tessera_realm;
DO $$
DECLARE
  readable text;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ') INTO readable FROM pg_attribute
  WHERE attrelid = 'users'::regclass AND attnum > 0 AND NOT attisdropped AND attname !~ 'hash|secret';
  EXECUTE format('GRANT SELECT (%s) ON users TO tessera_realm', readable);
  SELECT string_agg(quote_ident(attname), ', ') INTO readable FROM pg_attribute
  WHERE attrelid = 'invitations'::regclass AND attnum > 0 AND NOT attisdropped AND attname !~ 'hash|secret';
  REVOKE SELECT, UPDATE ON invitations FROM tessera_realm;
  EXECUTE format('GRANT SELECT (%s) ON invitations TO tessera_realm', readable);
END $$;
GRANT UPDATE (email, name) ON users TO tessera_realm;
GRANT UPDATE (revoked_at) ON invitations TO tessera_realm;
REVOKE ALL ON push_subscriptions FROM tessera_realm;
GRANT SELECT (id, user_id, endpoint, notification_types, user_agent, wait_until, created_at, updated_at) ON push_subscriptions TO tessera_realm;
REVOKE TRUNCATE, REFERENCES, TRIGGER ON ALL TABLES IN SCHEMA public FROM tessera_realm, tessera_all;
`;
}
