import { SqlMigration } from './sql-migration';

/** The first administrator is made by the same action as every other user. Row security is off for the owner meanwhile. */
export class OneUserAction extends SqlMigration {
  readonly name = 'OneUserAction1763600000074';
  protected readonly sql = `
ALTER TABLE audit NO FORCE ROW LEVEL SECURITY;
UPDATE audit SET action = 'user.create' WHERE action = 'user.created';
ALTER TABLE audit FORCE ROW LEVEL SECURITY;
`;
}
