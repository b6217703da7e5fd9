import { SqlMigration } from './sql-migration';

/** Since when stored files of modules belong to no release, so that they are removed only after a grace time. */
export class ModuleOrphanedFiles extends SqlMigration {
  readonly name = 'ModuleOrphanedFiles1763600000095';
  protected readonly sql = `
CREATE TABLE module_orphaned_files (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  found_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_orphaned_files.sha256 IS 'A stored file that no release lists';
CREATE INDEX module_orphaned_files_found ON module_orphaned_files (found_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_orphaned_files TO tessera_all;
`;
}
