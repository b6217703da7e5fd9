import { FIRST_REHEARSAL_REALM, ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Rehearsals: each runs in a realm of its own, a child of the realm that rehearses. Its rows refer to its own event and
 * that event's site, and to nothing else of the catalogue; its event is inserted once and stays as it is. Workers and
 * sweeps see all rehearsals, administrators none.
 */
export class RehearsalRealms extends SqlMigration {
  readonly name = 'RehearsalRealms1795824000009';
  protected readonly sql = `
CREATE SEQUENCE rehearsal_realm_ids AS int MINVALUE ${FIRST_REHEARSAL_REALM} START ${FIRST_REHEARSAL_REALM};
GRANT USAGE ON SEQUENCE rehearsal_realm_ids TO tessera_all;

CREATE TABLE rehearsals (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  rehearsal_realm_id int NOT NULL REFERENCES realms,
  source text NOT NULL CHECK (source IN ('template', 'job', 'event')),
  template_id int,
  job_id int,
  event_id int NOT NULL REFERENCES events,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  event_name text NOT NULL CHECK (char_length(event_name) <= 300),
  scenario text NOT NULL,
  seed int NOT NULL CHECK (seed >= 0),
  settings jsonb NOT NULL,
  rehearsal_event_id int NOT NULL REFERENCES events,
  rehearsal_job_id int NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'stopped')),
  created_by int REFERENCES users ON DELETE SET NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  starts_at timestamptz NOT NULL,
  finished_at timestamptz,
  report jsonb,
  purged_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id),
  UNIQUE (realm_id, rehearsal_realm_id),
  FOREIGN KEY (realm_id, template_id) REFERENCES templates (realm_id, id) ON DELETE SET NULL (template_id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id)
);
COMMENT ON COLUMN rehearsals.rehearsal_job_id IS 'The job in the rehearsal realm; it is gone once its rows are purged';
COMMENT ON COLUMN rehearsals.starts_at IS 'When its tickets go on sale';
COMMENT ON COLUMN rehearsals.report IS 'Computed from the timeline when it ends';
COMMENT ON COLUMN rehearsals.purged_at IS 'When the rows of its realm were removed; the report stays';
CREATE INDEX rehearsals_template ON rehearsals (realm_id, template_id, started_at DESC);
CREATE INDEX rehearsals_job ON rehearsals (realm_id, job_id);
CREATE INDEX rehearsals_event ON rehearsals (event_id);
CREATE INDEX rehearsals_rehearsal_event ON rehearsals (rehearsal_event_id);
CREATE INDEX rehearsals_rehearsal_realm ON rehearsals (rehearsal_realm_id);
CREATE INDEX rehearsals_created_by ON rehearsals (created_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON rehearsals FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT ON rehearsals TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON rehearsals TO tessera_all;
-- Known scenarios. NOT VALID, as the checks below, until ValidChecks: existing databases added them to tables with rows.
ALTER TABLE rehearsals ADD CONSTRAINT rehearsals_scenario_check CHECK (scenario IN (
  'calm', 'rush', 'waiting_room', 'sell_out', 'too_many_requests', 'lapses', 'outage', 'all_at_once')) NOT VALID;
-- Not secure_realm_table: a rehearsal is of a realm that people work in, and names that realm's event.
ALTER TABLE rehearsals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON rehearsals TO tessera_realm
  USING (realm_id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON rehearsals TO tessera_all USING (true);
CREATE POLICY no_rehearsals ON rehearsals AS RESTRICTIVE TO tessera_console
  USING (realm_id IS NULL OR realm_id < ${FIRST_REHEARSAL_REALM});

-- The first event: a realm that rehearsed before that rule may have others. Sorted without the primary key, which would be read whole.
CREATE FUNCTION rehearsal_event(p_realm int, OUT event_id int, OUT site_id int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.id, e.site_id FROM events e WHERE e.created_by_realm_id = p_realm ORDER BY e.created_at, e.id LIMIT 1
$$;

CREATE FUNCTION keep_rehearsal_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM events WHERE created_by_realm_id = NEW.created_by_realm_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS003', DETAIL = 'event', MESSAGE = 'a rehearsal has one event, which stays as it is';
  END IF;
  RETURN NEW;
END $$;

-- For the role of a rehearsal, which doesn't see the realm that rehearses.
CREATE FUNCTION realm_is_active(p_realm int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM realms WHERE id = p_realm AND status = 'active' AND deleted_at IS NULL)
$$;
${ownedBySystem({
  realms: ['realm_is_active(int)'],
  system: ['rehearsal_event(int)'],
  triggers: ['keep_rehearsal_event()'],
})}
CREATE TRIGGER one_rehearsal_event BEFORE INSERT ON events FOR EACH ROW
  WHEN (NEW.created_by_realm_id >= ${FIRST_REHEARSAL_REALM}) EXECUTE FUNCTION keep_rehearsal_event();
CREATE TRIGGER same_rehearsal_event BEFORE UPDATE OF site_id, guid, created_by_realm_id ON events FOR EACH ROW
  WHEN ((OLD.created_by_realm_id >= ${FIRST_REHEARSAL_REALM} OR NEW.created_by_realm_id >= ${FIRST_REHEARSAL_REALM})
    AND (OLD.site_id, OLD.guid, OLD.created_by_realm_id) IS DISTINCT FROM (NEW.site_id, NEW.guid, NEW.created_by_realm_id))
  EXECUTE FUNCTION keep_rehearsal_event();

-- Rows that act outside a realm: people, what they are invited to, and rehearsals themselves.
ALTER TABLE users ADD CONSTRAINT users_outside_rehearsals CHECK (realm_id < ${FIRST_REHEARSAL_REALM}) NOT VALID;
ALTER TABLE invitations ADD CONSTRAINT invitations_outside_rehearsals CHECK (realm_id < ${FIRST_REHEARSAL_REALM}) NOT VALID;
ALTER TABLE rehearsals ADD CONSTRAINT rehearsals_outside_rehearsals CHECK (realm_id < ${FIRST_REHEARSAL_REALM}) NOT VALID;
`;
}
