import { ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Rows that modules keep, in each realm their own, and how many there are of each module and realm. Two statements that add
 * rows of one module and realm wait for each other at that number, so that together they can't exceed the limit.
 */
export class ModuleRows extends SqlMigration {
  readonly name = 'ModuleRows1795910400006';
  protected readonly sql = `
CREATE TABLE module_rows (
  realm_id int NOT NULL REFERENCES realms,
  module text NOT NULL CHECK (module ~ '^[a-z][a-z0-9-]{0,49}$'),
  entity text NOT NULL CHECK (entity ~ '^[a-z][a-z0-9-]{0,49}$'),
  id text NOT NULL CHECK (id ~ '^[A-Za-z0-9._-]{1,64}$'),
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  index1 text CHECK (char_length(index1) <= 200),
  index2 text CHECK (char_length(index2) <= 200),
  task_id int,
  job_id int,
  login_id int,
  ticket_id int,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, module, entity, id),
  CHECK (num_nonnulls(task_id, job_id, login_id, ticket_id) <= 1),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE,
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE CASCADE,
  FOREIGN KEY (realm_id, login_id) REFERENCES logins (realm_id, id) ON DELETE CASCADE,
  FOREIGN KEY (realm_id, ticket_id) REFERENCES tickets (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN module_rows.module IS 'The name of the module, whose release declares the entity';
COMMENT ON COLUMN module_rows.id IS 'Chosen by the module';
COMMENT ON COLUMN module_rows.index1 IS 'The value of the first field that the entity names as an index, when the row was written';
COMMENT ON COLUMN module_rows.index2 IS 'The value of the second one';
CREATE INDEX module_rows_index1 ON module_rows (realm_id, module, entity, index1, id) WHERE index1 IS NOT NULL;
CREATE INDEX module_rows_index2 ON module_rows (realm_id, module, entity, index2, id) WHERE index2 IS NOT NULL;
CREATE INDEX module_rows_task ON module_rows (realm_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX module_rows_job ON module_rows (realm_id, job_id) WHERE job_id IS NOT NULL;
CREATE INDEX module_rows_login ON module_rows (realm_id, login_id) WHERE login_id IS NOT NULL;
CREATE INDEX module_rows_ticket ON module_rows (realm_id, ticket_id) WHERE ticket_id IS NOT NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON module_rows FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('module_rows');
GRANT SELECT, INSERT, UPDATE, DELETE ON module_rows TO tessera_realm, tessera_all;

CREATE TABLE module_row_counts (
  realm_id int NOT NULL REFERENCES realms,
  module text NOT NULL,
  total int NOT NULL,
  PRIMARY KEY (realm_id, module)
);
COMMENT ON COLUMN module_row_counts.total IS 'Rows in module_rows; triggers alone change it';
CALL secure_realm_table('module_row_counts');
GRANT SELECT, INSERT, UPDATE, DELETE ON module_row_counts TO tessera_all;

-- Over the limit raises TS001 with {limit, used, asked} as DETAIL.
CREATE FUNCTION module_rows_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  maximum constant int := 100000;
  change record;
  now_used int;
BEGIN
  IF TG_OP = 'DELETE' THEN
    FOR change IN SELECT realm_id, module, count(*)::int AS delta FROM old_rows GROUP BY 1, 2 ORDER BY 1, 2 LOOP
      UPDATE module_row_counts SET total = total - change.delta
      WHERE realm_id = change.realm_id AND module = change.module;
    END LOOP;
    RETURN NULL;
  END IF;
  FOR change IN SELECT realm_id, module, count(*)::int AS delta FROM new_rows GROUP BY 1, 2 ORDER BY 1, 2 LOOP
    INSERT INTO module_row_counts AS c (realm_id, module, total) VALUES (change.realm_id, change.module, change.delta)
    ON CONFLICT (realm_id, module) DO UPDATE SET total = c.total + excluded.total RETURNING c.total INTO now_used;
    IF now_used > maximum THEN
      RAISE EXCEPTION USING ERRCODE = 'TS001',
        MESSAGE = format('%s may keep %s rows in a realm, has %s and was asked for %s more',
          change.module, maximum, now_used - change.delta, change.delta),
        DETAIL = jsonb_build_object('limit', maximum, 'used', now_used - change.delta, 'asked', change.delta,
          'name', 'module_rows')::text;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
${ownedBySystem({ triggers: ['module_rows_limit()'] })}
CREATE TRIGGER limit_insert AFTER INSERT ON module_rows REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION module_rows_limit();
CREATE TRIGGER limit_delete AFTER DELETE ON module_rows REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION module_rows_limit();
`;
}
