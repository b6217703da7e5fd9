import { SqlMigration } from './sql-migration';

/** What a person chose about their calendar: the address of its feed, and reminders before on-sales. */
export class CalendarFeeds extends SqlMigration {
  readonly name = 'CalendarFeeds1763600000162';
  protected readonly sql = `
CREATE TABLE calendar_feeds (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE CHECK (char_length(token_hash) <= 100),
  kinds text[] NOT NULL CHECK (kinds <@ ARRAY['on_sale', 'kick_off', 'job'] AND cardinality(kinds) BETWEEN 1 AND 3),
  planned boolean NOT NULL DEFAULT true,
  last_read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN calendar_feeds.planned IS 'Only events that a template, a job or a task is for';
COMMENT ON COLUMN calendar_feeds.last_read_at IS 'To the hour';
CREATE TABLE on_sale_reminders (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  minutes int[] NOT NULL CHECK (cardinality(minutes) <= 5),
  planned boolean NOT NULL DEFAULT true,
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN on_sale_reminders.planned IS 'Only events that a template, a job or a task is for';
CREATE TABLE on_sale_reminders_sent (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  event_id int NOT NULL REFERENCES events,
  on_sale_at timestamptz NOT NULL,
  minutes int NOT NULL,
  PRIMARY KEY (user_id, event_id, on_sale_at, minutes)
);
CREATE INDEX on_sale_reminders_sent_event ON on_sale_reminders_sent (event_id);
ALTER TABLE calendar_feeds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON calendar_feeds TO tessera_realm USING (EXISTS (SELECT FROM users u WHERE u.id = user_id));
CREATE POLICY all_realms ON calendar_feeds TO tessera_all USING (true);
ALTER TABLE on_sale_reminders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON on_sale_reminders TO tessera_realm USING (EXISTS (SELECT FROM users u WHERE u.id = user_id));
CREATE POLICY all_realms ON on_sale_reminders TO tessera_all USING (true);
ALTER TABLE on_sale_reminders_sent ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON on_sale_reminders_sent TO tessera_realm USING (EXISTS (SELECT FROM users u WHERE u.id = user_id));
CREATE POLICY all_realms ON on_sale_reminders_sent TO tessera_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_feeds, on_sale_reminders, on_sale_reminders_sent TO tessera_all;
ALTER TABLE notifications DROP CONSTRAINT notifications_topic_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_topic_check CHECK (topic IN ('queue_turn', 'hold_created',
  'hold_expiring', 'purchase_confirmed', 'task_failed', 'job_finished', 'limit_warning', 'security', 'on_sale', 'test')) NOT VALID;
`;
}
