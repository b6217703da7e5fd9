import { SqlMigration } from './sql-migration';

/** What a realm means to spend on an event, which the on-sale room compares with what is spent. */
export class EventBudgets extends SqlMigration {
  readonly name = 'EventBudgets1763600000145';
  protected readonly sql = `
CREATE TABLE event_budgets (
  realm_id int NOT NULL REFERENCES realms,
  event_id int NOT NULL REFERENCES events ON DELETE CASCADE,
  amount numeric(12, 2) NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (realm_id, event_id)
);
CREATE INDEX event_budgets_event ON event_budgets (event_id);
CALL secure_realm_table('event_budgets'::regclass);
GRANT SELECT, INSERT, UPDATE, DELETE ON event_budgets TO tessera_realm, tessera_all;
`;
}
