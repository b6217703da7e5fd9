import { SqlMigration } from './sql-migration';

/**
 * What administrators get, who decided last who gets a module, and which publishers may promote by themselves. Administrators
 * keep the releases that they have, and publishers that exist may go on promoting; new ones may not.
 */
export class ModuleDecisions extends SqlMigration {
  readonly name = 'ModuleDecisions1763600000211';
  override readonly allowedLocks = { rows: 'few rows: one of each module' };
  protected readonly sql = `
ALTER TABLE module_assignments ADD approved_release_id int REFERENCES module_releases,
  ADD previous_approved_release_id int REFERENCES module_releases;
COMMENT ON COLUMN module_assignments.approved_release_id IS 'Of the stable release: what administrators get, the last one that an administrator promoted';
COMMENT ON COLUMN module_assignments.previous_approved_release_id IS 'What administrators got before; a roll-back returns to it';
UPDATE module_assignments SET approved_release_id = release_id, previous_approved_release_id = previous_release_id
  WHERE channel = 'stable';

ALTER TABLE modules ADD disabled_by text, ADD administrators_decide boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN modules.disabled_by IS 'administrator or publisher; null: enabled, or disabled before this was recorded';
COMMENT ON COLUMN modules.administrators_decide IS 'An administrator decided who gets which release: publishers can not change it';

ALTER TABLE module_publishers ADD may_promote boolean NOT NULL DEFAULT true;
ALTER TABLE module_publishers ALTER may_promote SET DEFAULT false;
COMMENT ON COLUMN module_publishers.may_promote IS 'Whether its tokens may give a release to all users but administrators';
`;
}
