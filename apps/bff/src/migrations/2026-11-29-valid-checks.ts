import { SqlMigration } from './sql-migration';

/**
 * Checks the rows that were stored before these constraints were. Validating reads each table while the servers go on
 * reading and writing it.
 */
export class ValidChecks extends SqlMigration {
  readonly name = 'ValidChecks1795910400001';
  protected readonly sql = `
ALTER TABLE users VALIDATE CONSTRAINT users_outside_rehearsals;
ALTER TABLE invitations VALIDATE CONSTRAINT invitations_outside_rehearsals;
ALTER TABLE rehearsals VALIDATE CONSTRAINT rehearsals_outside_rehearsals;
ALTER TABLE rehearsals VALIDATE CONSTRAINT rehearsals_scenario_check;
ALTER TABLE module_assignments VALIDATE CONSTRAINT module_assignments_outside_rehearsals;
ALTER TABLE module_past_assignments VALIDATE CONSTRAINT module_past_assignments_outside_rehearsals;
`;
}
