import { SqlMigration } from './sql-migration';

/**
 * Since when a release is assigned and what was before it, how its loads went, and when it was rolled back. Every change of
 * what pages load raises the serial of the registry and notifies every process and every open page.
 */
export class ModuleRegistryTables extends SqlMigration {
  readonly name = 'ModuleRegistryTables1763600000091';
  protected readonly sql = `
ALTER TABLE modules
  ADD error_budget_percent numeric(5, 2) NOT NULL DEFAULT 1 CHECK (error_budget_percent BETWEEN 0 AND 100),
  ADD load_budget_ms int NOT NULL DEFAULT 5000 CHECK (load_budget_ms BETWEEN 100 AND 60000),
  ADD automatic_rollback boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN modules.error_budget_percent IS 'A canary or fresh stable release with more failed loads is rolled back';
COMMENT ON COLUMN modules.load_budget_ms IS 'A canary or fresh stable release whose p95 is longer is rolled back';

ALTER TABLE module_assignments ADD previous_release_id int, ADD assigned_at timestamptz NOT NULL DEFAULT now(),
  ADD FOREIGN KEY (module_id, previous_release_id) REFERENCES module_releases (module_id, id);
COMMENT ON COLUMN module_assignments.previous_release_id IS 'What a roll-back of the stable release returns to';
COMMENT ON COLUMN module_assignments.assigned_at IS 'Only loads from then on count for an automatic roll-back';

CREATE TABLE module_past_assignments (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id int NOT NULL REFERENCES module_releases,
  channel text NOT NULL,
  realm_id int REFERENCES realms,
  percent int,
  assigned_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX module_past_assignments_ended ON module_past_assignments (ended_at);
CREATE INDEX module_past_assignments_release ON module_past_assignments (release_id);
CREATE INDEX module_past_assignments_realm ON module_past_assignments (realm_id);
CALL secure_realm_table('module_past_assignments');
GRANT SELECT, INSERT, DELETE ON module_past_assignments TO tessera_all;

CREATE FUNCTION keep_past_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO module_past_assignments (release_id, channel, realm_id, percent, assigned_at)
  VALUES (OLD.release_id, OLD.channel, OLD.realm_id, OLD.percent, OLD.assigned_at);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past_update AFTER UPDATE ON module_assignments FOR EACH ROW
  WHEN ((OLD.release_id, OLD.realm_id, OLD.percent) IS DISTINCT FROM (NEW.release_id, NEW.realm_id, NEW.percent))
  EXECUTE FUNCTION keep_past_assignment();
CREATE TRIGGER keep_past_delete AFTER DELETE ON module_assignments FOR EACH ROW EXECUTE FUNCTION keep_past_assignment();

CREATE TABLE module_load_reports (
  release_id int NOT NULL REFERENCES module_releases,
  minute timestamptz NOT NULL,
  loads int NOT NULL CHECK (loads >= 0),
  errors int NOT NULL CHECK (errors >= 0),
  load_ms int[] NOT NULL,
  reasons jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(reasons) = 'object'),
  PRIMARY KEY (release_id, minute)
);
COMMENT ON COLUMN module_load_reports.minute IS 'Start of a minute, or of an assignment of the release within it';
COMMENT ON COLUMN module_load_reports.loads IS 'Loads that were reported, failed ones included';
COMMENT ON COLUMN module_load_reports.load_ms IS 'Histogram of load times over fixed buckets';
COMMENT ON COLUMN module_load_reports.reasons IS 'Number of failed loads by reason';
CREATE INDEX module_load_reports_minute ON module_load_reports (minute);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_load_reports TO tessera_all;

CREATE TABLE module_report_budgets (
  bucket text PRIMARY KEY CHECK (char_length(bucket) <= 100),
  loads int NOT NULL,
  bad_loads int NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_report_budgets.bucket IS 'Keyed hash that stands for a session and a release';
CREATE INDEX module_report_budgets_started ON module_report_budgets (started_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_report_budgets TO tessera_all;

CREATE TABLE module_rollbacks (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  module_id int NOT NULL REFERENCES modules,
  release_id int NOT NULL,
  channel text NOT NULL CHECK (channel IN ('stable', 'canary')),
  to_release_id int,
  reason text NOT NULL CHECK (reason IN ('errors', 'load_time', 'request')),
  measured jsonb CHECK (jsonb_typeof(measured) = 'object'),
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (module_id, release_id) REFERENCES module_releases (module_id, id),
  FOREIGN KEY (module_id, to_release_id) REFERENCES module_releases (module_id, id)
);
COMMENT ON COLUMN module_rollbacks.to_release_id IS 'The stable release from then on; null: none, so the module was disabled';
COMMENT ON COLUMN module_rollbacks.measured IS 'What exceeded its budget; null: a person requested it';
CREATE INDEX module_rollbacks_module ON module_rollbacks (module_id, id DESC);
GRANT SELECT, INSERT ON module_rollbacks TO tessera_all;

CREATE TABLE module_registry (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  serial bigint NOT NULL
);
COMMENT ON COLUMN module_registry.serial IS 'Rises with every change of what pages load; at least the milliseconds since 1970';
INSERT INTO module_registry (serial) VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint);
GRANT SELECT, UPDATE ON module_registry TO tessera_all;

-- The row is locked until the transaction ends, so that serials become visible in their order.
CREATE FUNCTION raise_module_serial() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE module_registry SET serial = greatest(serial + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  PERFORM live_send('modules', NULL, 'update', ARRAY[1]);
  RETURN NULL;
END $$;
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['modules', 'module_assignments', 'module_publishers', 'module_keys'] LOOP
    EXECUTE format('CREATE TRIGGER raise_module_serial AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION raise_module_serial()', target);
  END LOOP;
END $$;
`;
}
