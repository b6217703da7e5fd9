import { ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Switches that pause a realm or the whole installation, and what realms ask administrators for. Which realms are paused is
 * read with every lease, from an index that is empty on most days.
 */
export class PausesAndRequests extends SqlMigration {
  readonly name = 'PausesAndRequests1795996800010';
  protected readonly sql = `
CREATE TABLE pauses (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int REFERENCES realms,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  paused_at timestamptz NOT NULL DEFAULT now(),
  paused_by int REFERENCES users ON DELETE SET NULL,
  paused_who text NOT NULL CHECK (char_length(paused_who) <= 320),
  ended_at timestamptz
);
COMMENT ON TABLE pauses IS 'Switches: tasks keep their own state';
COMMENT ON COLUMN pauses.realm_id IS 'Null: the whole installation, realms that are made meanwhile too';
COMMENT ON COLUMN pauses.paused_who IS 'The name that pages show, also once the account is gone';
COMMENT ON COLUMN pauses.ended_at IS 'Null: in force';
CREATE UNIQUE INDEX pauses_in_force ON pauses (realm_id) NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX pauses_ended ON pauses (ended_at);
CREATE INDEX pauses_realm ON pauses (realm_id);
CREATE INDEX pauses_paused_by ON pauses (paused_by);
CALL secure_realm_table('pauses');
-- That everything is paused concerns every realm.
CREATE POLICY installation ON pauses FOR SELECT TO tessera_realm USING (realm_id IS NULL);
GRANT SELECT, INSERT ON pauses TO tessera_realm;
GRANT UPDATE (ended_at) ON pauses TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON pauses TO tessera_all;

-- For the role of a rehearsal, which doesn't see the realm that rehearses.
CREATE FUNCTION realm_is_paused(p_realm int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM pauses WHERE ended_at IS NULL AND (realm_id IS NULL OR realm_id = p_realm
    OR realm_id = (SELECT parent_realm_id FROM realms WHERE id = p_realm)))
$$;
-- Wakes every worker: running tasks pause or continue, and after a pause waiting ones can be leased.
CREATE FUNCTION wish_of_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tessera_wishes', '');
  PERFORM pg_notify('tessera_queue', id::text) FROM sites WHERE deleted_at IS NULL;
  RETURN NULL;
END $$;
${ownedBySystem({ realms: ['realm_is_paused(int)'] })}
CREATE TRIGGER wish AFTER INSERT OR UPDATE OF ended_at ON pauses FOR EACH ROW EXECUTE FUNCTION wish_of_pause();
CREATE TRIGGER live_insert AFTER INSERT ON pauses REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('pauses');
CREATE TRIGGER live_update AFTER UPDATE ON pauses REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('pauses');

CREATE TABLE change_requests (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  kind text NOT NULL CHECK (kind IN ('max_tasks', 'max_logins', 'site', 'max_per_customer')),
  event_id int REFERENCES events,
  site_name text CHECK (char_length(site_name) BETWEEN 1 AND 200),
  site_url text CHECK (char_length(site_url) BETWEEN 1 AND 2000),
  object text NOT NULL,
  asked int CHECK (asked >= 0),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'approved', 'declined', 'withdrawn')),
  asked_by int REFERENCES users ON DELETE SET NULL,
  asked_who text NOT NULL CHECK (char_length(asked_who) <= 320),
  granted int CHECK (granted >= 0),
  answer text CHECK (char_length(answer) BETWEEN 1 AND 1000),
  answered_by int REFERENCES users ON DELETE SET NULL,
  answered_who text CHECK (char_length(answered_who) <= 320),
  answered_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'max_per_customer') = (event_id IS NOT NULL)),
  CHECK ((kind = 'site') = (site_name IS NOT NULL AND site_url IS NOT NULL))
);
COMMENT ON TABLE change_requests IS 'What owners ask administrators for';
COMMENT ON COLUMN change_requests.object IS 'What of its kind it is about: an event, the address of a site, or empty';
COMMENT ON COLUMN change_requests.asked IS 'The limit that is asked for; null: none, or a site';
COMMENT ON COLUMN change_requests.asked_who IS 'The name that pages show, also once the account is gone';
COMMENT ON COLUMN change_requests.granted IS 'The limit that was approved, which may be another than what was asked for';
CREATE TRIGGER bump_version BEFORE UPDATE ON change_requests FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE UNIQUE INDEX change_requests_open ON change_requests (realm_id, kind, object) WHERE status = 'open';
CREATE INDEX change_requests_realm ON change_requests (realm_id, created_at DESC, id DESC);
CREATE INDEX change_requests_status ON change_requests (status, created_at DESC, id DESC);
CREATE INDEX change_requests_event ON change_requests (event_id);
CREATE INDEX change_requests_asked_by ON change_requests (asked_by);
CREATE INDEX change_requests_answered_by ON change_requests (answered_by);
CALL secure_realm_table('change_requests');
GRANT SELECT, INSERT ON change_requests TO tessera_realm;
GRANT UPDATE (status, version, updated_at) ON change_requests TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON change_requests TO tessera_all;
`;
}
