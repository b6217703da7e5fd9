import { SqlMigration } from './sql-migration';

/** What a realm's owner gives its people to do beside their role, and which of it a realm keeps apart. */
export class Duties extends SqlMigration {
  readonly name = 'Duties1795910400007';
  protected readonly sql = `
ALTER TABLE users ADD duties text[] NOT NULL DEFAULT '{}';
ALTER TABLE users ADD CONSTRAINT users_duties_check
  CHECK (duties <@ '{pay,launch,approve,finance,audit}') NOT VALID;
GRANT SELECT (duties) ON users TO tessera_realm;
ALTER TABLE invitations ADD duties text[] NOT NULL DEFAULT '{}';
ALTER TABLE invitations ADD CONSTRAINT invitations_duties_check
  CHECK (duties <@ '{pay,launch,approve,finance,audit}') NOT VALID;
GRANT SELECT (duties) ON invitations TO tessera_realm;
ALTER TABLE realms ADD separate_approval boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN realms.separate_approval IS 'Who launches may not approve';
ALTER TABLE realms ADD separate_reversal boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN realms.separate_reversal IS 'Who recorded a payment may not reverse it';
`;
}

/** Reads each table while the servers go on: all rows have the default. */
export class ValidDuties extends SqlMigration {
  readonly name = 'ValidDuties1795910400008';
  protected readonly sql = `
ALTER TABLE users VALIDATE CONSTRAINT users_duties_check;
ALTER TABLE invitations VALIDATE CONSTRAINT invitations_duties_check;
`;
}
