import { seenWithPerson } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Notifications, the devices they are pushed to, thresholds and escalations, and what people chose about their calendar.
 * Devices' keys are their person's: a realm's role doesn't read them.
 */
export class MessagesToPeople extends SqlMigration {
  readonly name = 'MessagesToPeople1795824000010';
  protected readonly sql = `
CREATE TABLE push_subscriptions (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (endpoint ~* '^https://' AND char_length(endpoint) <= 2000),
  p256dh text NOT NULL CHECK (char_length(p256dh) <= 200),
  auth text NOT NULL CHECK (char_length(auth) <= 100),
  notification_types text[] NOT NULL DEFAULT '{}',
  user_agent text CHECK (char_length(user_agent) <= 500),
  wait_until timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON push_subscriptions
  FOR EACH ROW EXECUTE FUNCTION bump_version('wait_until');
${seenWithPerson('push_subscriptions')}
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO tessera_all;
GRANT SELECT (id, user_id, endpoint, notification_types, user_agent, wait_until, created_at, updated_at) ON push_subscriptions TO tessera_realm;

-- One line per person, job and kind, which counts distinct tasks and their seats, and which its reader can dismiss. The
-- server knows the topics; a new one needs no migration.
CREATE TABLE notifications (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int REFERENCES realms,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  topic text NOT NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  body text NOT NULL DEFAULT '' CHECK (char_length(body) <= 2000),
  path text CHECK (path LIKE '/%' AND char_length(path) <= 500),
  read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  kind text CHECK (char_length(kind) BETWEEN 1 AND 50),
  grouped jsonb,
  group_key text GENERATED ALWAYS AS (grouped ->> 'key') STORED,
  subject text CHECK (char_length(subject) <= 300),
  count int NOT NULL DEFAULT 1 CHECK (count > 0),
  abouts text[] NOT NULL DEFAULT '{}',
  pushed_at timestamptz NOT NULL DEFAULT now(),
  params jsonb CHECK (jsonb_typeof(params) = 'object'),
  seats int NOT NULL DEFAULT 0,
  first_at timestamptz NOT NULL DEFAULT now(),
  dismissed_at timestamptz,
  tasks jsonb
);
COMMENT ON COLUMN notifications.kind IS 'What happened, so that pages can word it; null: only title and body are known';
COMMENT ON COLUMN notifications.grouped IS 'key joins unread notifications of a topic into one row; title, body and path describe that row';
COMMENT ON COLUMN notifications.abouts IS 'Subjects to report only once, e.g. task:7; the latest 1,000';
COMMENT ON COLUMN notifications.params IS 'Names, numbers and reasons for the text of a kind, by name; null: only the body is known';
COMMENT ON COLUMN notifications.seats IS 'Seats of the tasks that it counts; 0: it is not about seats';
COMMENT ON COLUMN notifications.first_at IS 'When the first of what it counts happened';
COMMENT ON COLUMN notifications.tasks IS 'Seats of each task that it counts, by the task''s id; null: it does not count tasks';
CREATE INDEX notifications_user ON notifications (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_realm ON notifications (realm_id);
CREATE INDEX notifications_created ON notifications (created_at);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_abouts ON notifications USING gin (abouts);
CREATE INDEX notifications_unread_groups ON notifications (user_id, topic, group_key)
  WHERE read_at IS NULL AND group_key IS NOT NULL;
-- Finds the line of a group, whether it is read or not.
CREATE INDEX notifications_groups ON notifications (user_id, topic, group_key, id DESC) WHERE group_key IS NOT NULL AND dismissed_at IS NULL;
CALL secure_realm_table('notifications');
GRANT SELECT, INSERT, UPDATE ON notifications TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON notifications TO tessera_all;

-- By month, so that old deliveries go by dropping a partition.
CREATE TABLE push_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  subscription_id int REFERENCES push_subscriptions ON DELETE SET NULL,
  topic text NOT NULL CHECK (char_length(topic) <= 50),
  outcome text NOT NULL CHECK (outcome IN ('sent', 'waiting', 'gone', 'failed')),
  response_status int,
  message text CHECK (char_length(message) <= 2000),
  attempt int NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  at timestamptz NOT NULL DEFAULT now(),
  notification_id int REFERENCES notifications ON DELETE SET NULL,
  reason text,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
COMMENT ON COLUMN push_deliveries.reason IS 'Why the server gave up; null: message holds the words of the push service';
CREATE INDEX push_deliveries_user ON push_deliveries (user_id, id DESC);
CREATE INDEX push_deliveries_subscription ON push_deliveries (subscription_id);
CREATE INDEX push_deliveries_notification ON push_deliveries (notification_id);
CREATE INDEX push_deliveries_at ON push_deliveries (at);
${seenWithPerson('push_deliveries')}
GRANT SELECT ON push_deliveries TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_deliveries TO tessera_all;

-- Notifications that are not yet counted in the lines of their recipients: one process counts them, so that a task never
-- waits for a row that all tasks of its job share. Without a foreign key, whose check would write to the realm's row with
-- each task. Rows live for less than a second.
CREATE TABLE pending_notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL,
  draft jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CALL secure_realm_table('pending_notifications');
GRANT INSERT ON pending_notifications TO tessera_realm;
GRANT SELECT, INSERT, DELETE ON pending_notifications TO tessera_all;

-- Which of the thresholds in people's preferences are crossed now, so that each crossing is reported once.
CREATE TABLE notification_alerts (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  alert text NOT NULL CHECK (char_length(alert) <= 100),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, alert)
);
COMMENT ON COLUMN notification_alerts.alert IS 'kind, amount, event and job of a threshold that is crossed';
GRANT SELECT, INSERT, DELETE ON notification_alerts TO tessera_all;

-- How long people of a realm have before the next step of an escalation is sent.
CREATE TABLE escalation_settings (
  realm_id int PRIMARY KEY REFERENCES realms ON DELETE CASCADE,
  minutes int CHECK (minutes BETWEEN 1 AND 120)
);
COMMENT ON COLUMN escalation_settings.minutes IS 'Null: nothing is escalated';
CALL secure_realm_table('escalation_settings');
GRANT SELECT, INSERT, UPDATE, DELETE ON escalation_settings TO tessera_realm, tessera_all;

-- What waits for people in a realm and which steps have been notified, so that each step is sent once.
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
CALL secure_realm_table('escalations');
GRANT SELECT, INSERT, UPDATE, DELETE ON escalations TO tessera_all;

-- The end of the quiet time that an instant falls into; null when it falls into none. p_quiet is what preferences keep
-- as quiet_hours: start and end as HH:MM on the wall clock of time_zone. An end that is not after the start is on the
-- next day. A wall clock time that a change of the clocks leaves out, or has twice, is the one that Postgres takes.
CREATE FUNCTION quiet_until(p_quiet jsonb, p_at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
DECLARE
  zone text;
  from_ time;
  to_ time;
  today date;
  begins timestamptz;
  ends timestamptz;
BEGIN
  zone := p_quiet ->> 'time_zone';
  from_ := p_quiet ->> 'start';
  to_ := p_quiet ->> 'end';
  IF zone IS NULL OR from_ IS NULL OR to_ IS NULL OR from_ = to_ THEN RETURN NULL; END IF;
  today := (p_at AT TIME ZONE zone)::date;
  -- The quiet time that began yesterday may last until today.
  FOR day_ IN -1 .. 0 LOOP
    begins := (today + day_ + from_) AT TIME ZONE zone;
    ends := (today + day_ + CASE WHEN to_ > from_ THEN 0 ELSE 1 END + to_) AT TIME ZONE zone;
    IF p_at >= begins AND p_at < ends THEN RETURN ends; END IF;
  END LOOP;
  RETURN NULL;
EXCEPTION WHEN invalid_parameter_value OR invalid_datetime_format OR datetime_field_overflow THEN
  RETURN NULL; -- a time zone that this server doesn't know keeps nobody's messages back
END $$;

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
${seenWithPerson('calendar_feeds')}
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_feeds TO tessera_all;

CREATE TABLE on_sale_reminders (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  minutes int[] NOT NULL CHECK (cardinality(minutes) <= 5),
  planned boolean NOT NULL DEFAULT true,
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN on_sale_reminders.planned IS 'Only events that a template, a job or a task is for';
${seenWithPerson('on_sale_reminders')}
GRANT SELECT, INSERT, UPDATE, DELETE ON on_sale_reminders TO tessera_all;

CREATE TABLE on_sale_reminders_sent (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  event_id int NOT NULL REFERENCES events,
  on_sale_at timestamptz NOT NULL,
  minutes int NOT NULL,
  PRIMARY KEY (user_id, event_id, on_sale_at, minutes)
);
CREATE INDEX on_sale_reminders_sent_event ON on_sale_reminders_sent (event_id);
${seenWithPerson('on_sale_reminders_sent')}
GRANT SELECT, INSERT, UPDATE, DELETE ON on_sale_reminders_sent TO tessera_all;
`;
}
