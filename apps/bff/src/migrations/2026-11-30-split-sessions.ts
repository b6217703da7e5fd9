import { SqlMigration } from './sql-migration';

/** Sessions whose refresh token is of use only together with a cookie, and those of API clients, which have none. */
export class SplitSessions extends SqlMigration {
  readonly name = 'SplitSessions1795996800001';
  protected readonly sql = `
ALTER TABLE sessions ADD client text NOT NULL DEFAULT 'browser';
ALTER TABLE sessions ADD CONSTRAINT sessions_client_check CHECK (client IN ('browser', 'api')) NOT VALID;
ALTER TABLE sessions ADD cookie_hash text;
COMMENT ON COLUMN sessions.cookie_hash IS 'Of the cookie that a refresh needs; null: an API client, or a session that was created by a version without these cookies';
ALTER TABLE sessions ADD cookie_missing_at timestamptz;
COMMENT ON COLUMN sessions.cookie_missing_at IS 'When its refresh token was first used without the cookie, which is audited once';
`;
}

/** Reads the table while the servers go on: all rows have the default. */
export class ValidSessionClients extends SqlMigration {
  readonly name = 'ValidSessionClients1795996800002';
  protected readonly sql = 'ALTER TABLE sessions VALIDATE CONSTRAINT sessions_client_check;';
}
