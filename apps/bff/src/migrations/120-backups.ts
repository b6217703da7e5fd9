import { SqlMigration } from './sql-migration';

/** When the installation was last backed up, for its metrics and checks. Written by `tessera backup`. */
export class Backups extends SqlMigration {
  readonly name = 'Backups1763600000120';
  protected readonly sql = `
CREATE TABLE backups (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('archive', 'physical')),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  verified_at timestamptz
);
COMMENT ON COLUMN backups.id IS 'The id in the header of the archive';
COMMENT ON COLUMN backups.kind IS 'archive: by tessera backup; physical: a copy of the cluster, recorded by tessera record-backup';
COMMENT ON COLUMN backups.verified_at IS 'When the archive was last restored aside and compared';
CREATE INDEX backups_finished ON backups (finished_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON backups TO tessera_all;
`;
}
