import { SqlMigration } from './sql-migration';

/**
 * Status changes of tasks counted by half hours that are over, so that the dashboard's chart doesn't read a week of
 * timelines. The server counts each half hour once (`StatusChangeCounts`); the latest changes are still read from the
 * timelines.
 */
export class StatusChangeCounts extends SqlMigration {
  readonly name = 'StatusChangeCounts1763600000113';
  protected readonly sql = `
CREATE TABLE status_change_counts (
  realm_id int NOT NULL REFERENCES realms,
  at timestamptz NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  changes int NOT NULL,
  PRIMARY KEY (realm_id, at, from_status, to_status)
);
COMMENT ON COLUMN status_change_counts.at IS 'start of the half hour';
COMMENT ON COLUMN status_change_counts.from_status IS 'empty: the task was created';
CREATE INDEX status_change_counts_at ON status_change_counts (at);
CALL secure_realm_table('status_change_counts'::regclass);
GRANT SELECT ON status_change_counts TO tessera_realm;
GRANT SELECT, INSERT, DELETE ON status_change_counts TO tessera_all;

CREATE TABLE rollups (
  name text PRIMARY KEY,
  counted_until timestamptz NOT NULL
);
COMMENT ON TABLE rollups IS 'Up to when rows of a kind are counted';
INSERT INTO rollups (name, counted_until) VALUES ('status_changes', '-infinity');
GRANT SELECT ON rollups TO tessera_realm;
GRANT SELECT, UPDATE ON rollups TO tessera_all;
`;
}
