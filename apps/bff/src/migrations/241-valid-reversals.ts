import { SqlMigration } from './sql-migration';

/** Checks the existing tickets against the constraints of reversed records, while the servers write. */
export class ValidReversals extends SqlMigration {
  readonly name = 'ValidReversals1763600000241';
  protected readonly sql = `
ALTER TABLE tickets VALIDATE CONSTRAINT tickets_reversal_reason_check;
ALTER TABLE tickets VALIDATE CONSTRAINT tickets_reversed_check;
`;
}
