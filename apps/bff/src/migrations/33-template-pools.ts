import { SqlMigration } from './sql-migration';

/**
 * A template names logins, or a pool whose members serve when it is launched. When it was launched last follows from its
 * jobs, newest first by the index, so that a launch doesn't touch the template.
 */
export class TemplatePools extends SqlMigration {
  readonly name = 'TemplatePools1763600000033';
  protected readonly sql = `
ALTER TABLE templates
  ADD COLUMN pool_id int,
  ADD FOREIGN KEY (realm_id, pool_id) REFERENCES pools (realm_id, id) ON DELETE SET NULL (pool_id);
CREATE INDEX templates_pool ON templates (realm_id, pool_id) WHERE pool_id IS NOT NULL;
DROP INDEX jobs_template;
CREATE INDEX jobs_template ON jobs (realm_id, template_id, created_at DESC);
`;
}
