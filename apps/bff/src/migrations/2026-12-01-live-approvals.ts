import { SqlMigration } from './sql-migration';

/** Pages follow requests for approval without asking for them again and again. */
export class LiveApprovals extends SqlMigration {
  readonly name = 'LiveApprovals1796083200060';
  protected readonly sql = `
CREATE TRIGGER live_insert AFTER INSERT ON approvals REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('approvals');
CREATE TRIGGER live_update AFTER UPDATE ON approvals REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_change('approvals');
`;
}
