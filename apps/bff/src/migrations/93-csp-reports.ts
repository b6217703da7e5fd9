import { SqlMigration } from './sql-migration';

/** What browsers refused by the content security policy, counted. */
export class CspReports extends SqlMigration {
  readonly name = 'CspReports1763600000093';
  protected readonly sql = `
CREATE TABLE csp_reports (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  directive text NOT NULL CHECK (char_length(directive) BETWEEN 1 AND 50),
  blocked text NOT NULL CHECK (char_length(blocked) BETWEEN 1 AND 200),
  page text NOT NULL CHECK (char_length(page) BETWEEN 1 AND 200),
  source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 200),
  reports int NOT NULL CHECK (reports > 0),
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (directive, blocked, page, source)
);
COMMENT ON COLUMN csp_reports.blocked IS 'An origin, a scheme, or a word such as inline; never an address with a path of elsewhere';
COMMENT ON COLUMN csp_reports.page IS 'Path without ids';
COMMENT ON COLUMN csp_reports.source IS 'Where the script is that did it; empty: unknown';
CREATE INDEX csp_reports_last ON csp_reports (last_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON csp_reports TO tessera_all;
`;
}
