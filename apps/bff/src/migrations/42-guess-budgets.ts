import { SqlMigration } from './sql-migration';

/**
 * Guesses at passwords and codes of the last 15 minutes, by what they count against. A guess is written down before it
 * is checked and taken back when it was right, so that no more are checked than may fail, by however many processes.
 */
export class GuessBudgets extends SqlMigration {
  readonly name = 'GuessBudgets1763600000042';
  protected readonly sql = `
CREATE TABLE guess_budgets (
  bucket text PRIMARY KEY CHECK (char_length(bucket) <= 100),
  guesses timestamptz[] NOT NULL,
  -- Of a budget that slows down when it is used up: when its next guess may be checked.
  next_at timestamptz,
  updated_at timestamptz NOT NULL
);
COMMENT ON COLUMN guess_budgets.bucket IS 'a keyed hash: it stands for addresses and e-mails';
CREATE INDEX guess_budgets_updated ON guess_budgets (updated_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON guess_budgets TO tessera_all;
`;
}
