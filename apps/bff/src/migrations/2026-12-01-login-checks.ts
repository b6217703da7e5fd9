import { ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/** Checks that workers make of planned logins before an on-sale: they sign in at the site and change nothing. */
export class LoginChecks extends SqlMigration {
  readonly name = 'LoginChecks1796083200040';
  protected readonly sql = `
ALTER TABLE workers ADD checks boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN workers.checks IS 'It can check logins';

CREATE TABLE login_checks (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  site_id int NOT NULL REFERENCES sites,
  event_id int NOT NULL REFERENCES events,
  login_id int NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  lease_id uuid UNIQUE,
  leased_by int REFERENCES workers,
  leased_at timestamptz,
  lease_expires_at timestamptz,
  secrets_digest text,
  result text CHECK (result IN ('active', 'wrong_password', 'locked', 'code_needed', 'unknown')),
  message text CHECK (char_length(message) <= 500),
  ended_at timestamptz,
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN login_checks.due_at IS 'No worker gets it before; the checks of a site are spread over all realms';
COMMENT ON COLUMN login_checks.tries IS 'Leases so far that were not released';
COMMENT ON COLUMN login_checks.leased_at IS 'Of the last lease: the pace of the site is kept by it';
COMMENT ON COLUMN login_checks.secrets_digest IS 'Of the password of the last lease: a result about another is dropped';
COMMENT ON COLUMN login_checks.result IS 'Null and ended: withdrawn';
CREATE UNIQUE INDEX login_checks_open ON login_checks (realm_id, login_id) WHERE ended_at IS NULL;
CREATE INDEX login_checks_login ON login_checks (realm_id, login_id, id);
CREATE INDEX login_checks_due ON login_checks (site_id, due_at) WHERE ended_at IS NULL;
CREATE INDEX login_checks_leased ON login_checks (site_id, leased_at) WHERE leased_at IS NOT NULL;
CREATE INDEX login_checks_event ON login_checks (event_id);
CREATE INDEX login_checks_leased_by ON login_checks (leased_by) WHERE leased_by IS NOT NULL;
CREATE INDEX login_checks_ended ON login_checks (ended_at) WHERE ended_at IS NOT NULL;
CALL secure_realm_table('login_checks');
GRANT SELECT (id, realm_id, site_id, event_id, login_id, asked_at, due_at, lease_expires_at, result, message, ended_at),
  INSERT (realm_id, site_id, event_id, login_id, due_at), UPDATE (ended_at) ON login_checks TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON login_checks TO tessera_all;

-- The time between two checks at a site.
CREATE FUNCTION login_check_gap(p_site int) RETURNS interval
LANGUAGE sql STABLE AS $$
  SELECT interval '1 minute' / coalesce((s.config ->> 'checks_per_minute')::int, 1) FROM sites s WHERE s.id = p_site
$$;
-- When the next requested check of a site is due, after those of all realms. Locks the site's checks until the
-- transaction ends, so that two realms don't get the same times.
CREATE FUNCTION next_login_check(p_site int) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('login checks of ' || p_site, 0));
  RETURN (SELECT greatest(now(), max(greatest(c.due_at, c.leased_at)) + login_check_gap(p_site))
    FROM login_checks c WHERE c.site_id = p_site
      AND (c.ended_at IS NULL OR c.leased_at > now() - login_check_gap(p_site)));
END $$;
${ownedBySystem({ realms: ['next_login_check(int)'] })}
-- The workers that serve a realm (no realm: any) at a site and can check logins, heard of in the last 40 s.
CREATE FUNCTION login_checkers(p_site int, p_realm int) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT count(*)::int FROM workers w JOIN worker_tokens k ON k.id = w.token_id AND k.revoked_at IS NULL
  WHERE w.checks AND NOT w.draining AND w.last_seen_at > now() - interval '40 seconds'
    AND (w.site_ids IS NULL OR p_site = ANY (w.site_ids)) AND (k.site_ids IS NULL OR p_site = ANY (k.site_ids))
    AND (p_realm IS NULL OR k.realm_ids IS NULL OR p_realm = ANY (k.realm_ids)
      OR (SELECT r.parent_realm_id FROM realms r WHERE r.id = p_realm) = ANY (k.realm_ids))
$$;
${ownedBySystem({ realms: ['login_checkers(int, int)'] })}
`;
}
