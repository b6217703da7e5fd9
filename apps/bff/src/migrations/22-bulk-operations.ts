import { SqlMigration } from './sql-migration';

/**
 * Commands over many tasks that are worked through bit by bit: which tasks was settled when it was
 * asked, and each says what came of it. Its owner hears of the progress over the live stream.
 */
export class BulkOperations extends SqlMigration {
  readonly name = 'BulkOperations1763600000022';
  protected readonly sql = `
CREATE TABLE bulk_operations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  user_id int REFERENCES users ON DELETE SET NULL,
  who text NOT NULL CHECK (char_length(who) <= 320),
  command text NOT NULL CHECK (command IN ('start', 'stop', 'pause', 'resume', 'delete')),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'aborted')),
  total int NOT NULL CHECK (total >= 1),
  done int NOT NULL DEFAULT 0 CHECK (done >= 0),
  passed_over int NOT NULL DEFAULT 0 CHECK (passed_over >= 0),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  UNIQUE (realm_id, id),
  CHECK (done + passed_over <= total)
);
CREATE INDEX bulk_operations_user ON bulk_operations (user_id);
CREATE INDEX bulk_operations_created ON bulk_operations (created_at);
CREATE TRIGGER bump_version BEFORE UPDATE ON bulk_operations FOR EACH ROW EXECUTE FUNCTION bump_version();

-- One task of an operation. No key to the task: what came of it stays when the task is gone.
CREATE TABLE bulk_items (
  realm_id int NOT NULL REFERENCES realms,
  operation_id int NOT NULL,
  task_id int NOT NULL,
  result text CHECK (char_length(result) BETWEEN 1 AND 50),
  -- When its worker was asked to let go of it, while that is waited for.
  waits_since timestamptz,
  PRIMARY KEY (operation_id, task_id),
  FOREIGN KEY (realm_id, operation_id) REFERENCES bulk_operations (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX bulk_items_left ON bulk_items (operation_id, task_id) WHERE result IS NULL;

CALL secure_realm_table('bulk_operations'::regclass);
CALL secure_realm_table('bulk_items'::regclass);
GRANT SELECT, INSERT, UPDATE ON bulk_operations, bulk_items TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON bulk_operations, bulk_items TO tessera_all;

CREATE TRIGGER live_insert AFTER INSERT ON bulk_operations REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('bulk');
CREATE TRIGGER live_update AFTER UPDATE ON bulk_operations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('bulk');
`;
}
