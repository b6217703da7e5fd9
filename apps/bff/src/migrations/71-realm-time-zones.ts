import { SqlMigration } from './sql-migration';

/** A realm may have a time zone: that of its people's days, unless they chose one of their own. */
export class RealmTimeZones extends SqlMigration {
  readonly name = 'RealmTimeZones1763600000071';
  protected readonly sql = `
ALTER TABLE realms ADD time_zone text CHECK (char_length(time_zone) BETWEEN 1 AND 60);
COMMENT ON COLUMN realms.time_zone IS 'IANA name; null: each browser has its own';
`;
}
