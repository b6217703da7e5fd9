import { SqlMigration } from './sql-migration';

/** Who pays the baskets of an event, and how long people took, from which their paces are learnt. */
export class Payers extends SqlMigration {
  readonly name = 'Payers1796083200050';
  protected readonly sql = `
CREATE TABLE event_payers (
  realm_id int NOT NULL REFERENCES realms,
  event_id int NOT NULL REFERENCES events ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, event_id, user_id)
);
COMMENT ON TABLE event_payers IS 'Who pays the baskets of an event';
CREATE INDEX event_payers_event ON event_payers (event_id);
CREATE INDEX event_payers_user ON event_payers (user_id);
CALL secure_realm_table('event_payers');
GRANT SELECT, INSERT, DELETE ON event_payers TO tessera_realm, tessera_all;

CREATE TABLE payment_times (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  event_id int NOT NULL REFERENCES events ON DELETE CASCADE,
  seconds double precision NOT NULL CHECK (seconds >= 0),
  paid_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE payment_times IS 'Seconds from claim to record of baskets that people paid';
CREATE INDEX payment_times_event ON payment_times (event_id);
CREATE INDEX payment_times_user ON payment_times (user_id, id);
CREATE INDEX payment_times_realm ON payment_times (realm_id, id);
CREATE INDEX payment_times_old ON payment_times (paid_at);
CALL secure_realm_table('payment_times');
GRANT SELECT, INSERT ON payment_times TO tessera_realm;
GRANT SELECT, INSERT, DELETE ON payment_times TO tessera_all;

-- The on-sale room of the event changes with who is on.
CREATE FUNCTION live_payers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM live_send('on-sale', realm_id, 'update', array_agg(DISTINCT event_id)) FROM changed_rows GROUP BY realm_id;
  RETURN NULL;
END $$;
CREATE TRIGGER live_insert AFTER INSERT ON event_payers REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_payers();
CREATE TRIGGER live_delete AFTER DELETE ON event_payers REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION live_payers();

-- One more scenario.
ALTER TABLE rehearsals DROP CONSTRAINT rehearsals_scenario_check;
ALTER TABLE rehearsals ADD CONSTRAINT rehearsals_scenario_check CHECK (scenario IN (
  'calm', 'rush', 'waiting_room', 'sell_out', 'too_many_requests', 'lapses', 'short_holds', 'outage', 'all_at_once')) NOT VALID;
`;
}

/** Checks the scenarios that were stored before. */
export class ValidScenarios extends SqlMigration {
  readonly name = 'ValidScenarios1796083200051';
  protected readonly sql = 'ALTER TABLE rehearsals VALIDATE CONSTRAINT rehearsals_scenario_check;';
}
