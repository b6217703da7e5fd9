import { SqlMigration } from './sql-migration';

/**
 * What waits for people in a realm and which steps have been notified, so that each step is sent once, and how long people
 * have before it is. Devices that get warnings of lapsing seats get the first step too.
 */
export class Escalations extends SqlMigration {
  readonly name = 'Escalations1763600000171';
  override readonly allowedLocks = { rows: 'few rows: the devices of people' };
  protected readonly sql = `
CREATE TABLE escalation_settings (
  realm_id int PRIMARY KEY REFERENCES realms ON DELETE CASCADE,
  minutes int CHECK (minutes BETWEEN 1 AND 120)
);
COMMENT ON COLUMN escalation_settings.minutes IS 'Null: nothing is escalated';
CALL secure_realm_table('escalation_settings'::regclass);
GRANT SELECT, INSERT, UPDATE, DELETE ON escalation_settings TO tessera_realm, tessera_all;

CREATE TABLE escalations (
  realm_id int NOT NULL REFERENCES realms ON DELETE CASCADE,
  subject text NOT NULL CHECK (char_length(subject) <= 120),
  quiet_since timestamptz NOT NULL DEFAULT now(),
  step smallint NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 2),
  amount int NOT NULL,
  PRIMARY KEY (realm_id, subject)
);
COMMENT ON COLUMN escalations.subject IS 'What waits, e.g. seats:7 for the held seats of event 7';
COMMENT ON COLUMN escalations.quiet_since IS 'Since when nobody has acted';
COMMENT ON COLUMN escalations.step IS '1: those who subscribed were notified; 2: the owners too';
COMMENT ON COLUMN escalations.amount IS 'Seats or tasks that wait';
CALL secure_realm_table('escalations'::regclass);
GRANT SELECT, INSERT, UPDATE, DELETE ON escalations TO tessera_all;

UPDATE push_subscriptions SET notification_types = notification_types || '{escalation}'
  WHERE 'hold_expiring' = ANY (notification_types) AND NOT 'escalation' = ANY (notification_types);
`;
}
