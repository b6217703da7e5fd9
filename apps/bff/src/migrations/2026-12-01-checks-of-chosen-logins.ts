import { SqlMigration } from './sql-migration';

/** Checks of logins that people choose, without an event, and lists of logins that show what their last checks found. */
export class ChecksOfChosenLogins extends SqlMigration {
  readonly name = 'ChecksOfChosenLogins1796083200070';
  protected readonly sql = `
ALTER TABLE login_checks ALTER event_id DROP NOT NULL;
COMMENT ON COLUMN login_checks.event_id IS 'Null: asked for chosen logins';
-- A result is shown for the password that it is about.
GRANT SELECT (secrets_digest) ON login_checks TO tessera_realm;

-- Leases and heartbeats change nothing that lists show.
CREATE FUNCTION login_check_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM touch_list('login_checks', realm_id) FROM (SELECT DISTINCT realm_id FROM new_rows) realms;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM touch_list('login_checks', realm_id) FROM (SELECT DISTINCT realm_id FROM old_rows) realms;
  ELSE
    PERFORM touch_list('login_checks', realm_id) FROM (
      SELECT DISTINCT n.realm_id FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.due_at, n.message, n.ended_at) IS DISTINCT FROM (o.due_at, o.message, o.ended_at)) realms;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION login_check_change() SET enable_nestloop = off;
CREATE TRIGGER list_insert AFTER INSERT ON login_checks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION login_check_change();
CREATE TRIGGER list_update AFTER UPDATE ON login_checks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION login_check_change();
CREATE TRIGGER list_delete AFTER DELETE ON login_checks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION login_check_change();
`;
}
