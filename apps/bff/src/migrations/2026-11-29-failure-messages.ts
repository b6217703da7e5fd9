import { SqlMigration } from './sql-migration';

/** What the errors of failed loads said, so that a module's team learns what to mend. */
export class FailureMessages extends SqlMigration {
  readonly name = 'FailureMessages1795910400005';
  protected readonly sql = `
ALTER TABLE module_load_reports ADD messages jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN module_load_reports.messages IS 'Number of failed loads by what their error said';
`;
}
