import { SqlMigration } from './sql-migration';

/**
 * Whose reports of a release agree: loads by user and realm, under keyed hashes that differ by release, and which sessions have
 * fetched the release at all.
 */
export class ModuleLoadSamples extends SqlMigration {
  readonly name = 'ModuleLoadSamples1763600000210';
  protected readonly sql = `
CREATE TABLE module_load_samples (
  release_id int NOT NULL REFERENCES module_releases,
  since timestamptz NOT NULL,
  reporter text NOT NULL CHECK (char_length(reporter) <= 100),
  source text NOT NULL CHECK (char_length(source) <= 100),
  loads int NOT NULL CHECK (loads >= 0),
  errors int NOT NULL CHECK (errors >= 0),
  slow int NOT NULL CHECK (slow >= 0),
  load_budget_ms int NOT NULL,
  PRIMARY KEY (release_id, since, reporter)
);
COMMENT ON COLUMN module_load_samples.since IS 'Start of an hour, or of an assignment of the release within it';
COMMENT ON COLUMN module_load_samples.reporter IS 'Keyed hash that stands for a user and a release';
COMMENT ON COLUMN module_load_samples.source IS 'Keyed hash that stands for a realm, or for the administrators, and a release';
COMMENT ON COLUMN module_load_samples.slow IS 'Loads that took longer than load_budget_ms';
CREATE INDEX module_load_samples_since ON module_load_samples (since);
GRANT SELECT, INSERT, UPDATE, DELETE ON module_load_samples TO tessera_all;

COMMENT ON COLUMN module_report_budgets.bucket IS 'Keyed hash that stands for a user or a realm, and a release';

CREATE TABLE module_fetches (
  session text NOT NULL CHECK (char_length(session) <= 100),
  release_id int NOT NULL REFERENCES module_releases,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session, release_id)
);
COMMENT ON COLUMN module_fetches.session IS 'Keyed hash that stands for a session';
CREATE INDEX module_fetches_release ON module_fetches (release_id);
CREATE INDEX module_fetches_at ON module_fetches (at);
GRANT SELECT, INSERT, DELETE ON module_fetches TO tessera_all;
`;
}
