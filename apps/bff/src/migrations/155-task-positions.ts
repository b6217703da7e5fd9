import { SqlMigration } from './sql-migration';

/**
 * The positions that tasks had in waiting rooms: at most one of each task in five seconds, which the key ensures however often
 * workers report. Removed after 30 days, found by a summary of the instants, which costs a write next to nothing.
 */
export class TaskPositions extends SqlMigration {
  readonly name = 'TaskPositions1763600000155';
  protected readonly sql = `
CREATE TABLE task_positions (
  realm_id int NOT NULL REFERENCES realms,
  task_id int NOT NULL,
  slot int NOT NULL,
  position int NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, task_id, slot),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN task_positions.slot IS 'Epoch seconds divided by five';
CREATE INDEX task_positions_at ON task_positions USING brin (at);
CALL secure_realm_table('task_positions'::regclass);
GRANT SELECT ON task_positions TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON task_positions TO tessera_all;
`;
}
