import { SqlMigration } from './sql-migration';

/**
 * One line per person, job and kind, which counts distinct tasks and their seats, and which its reader can dismiss. What
 * many tasks report at once is appended to a table of its own and counted by one process, so that a task never waits for a
 * row that all tasks of its job share.
 */
export class NotificationLines extends SqlMigration {
  readonly name = 'NotificationLines1763600000168';
  protected readonly sql = `
ALTER TABLE notifications ADD seats int NOT NULL DEFAULT 0,
  ADD first_at timestamptz NOT NULL DEFAULT now(),
  ADD dismissed_at timestamptz,
  ADD tasks jsonb,
  -- The server knows the topics; a new one needs no migration.
  DROP CONSTRAINT notifications_topic_check;
COMMENT ON COLUMN notifications.seats IS 'Seats of the tasks that it counts; 0: it is not about seats';
COMMENT ON COLUMN notifications.first_at IS 'When the first of what it counts happened';
COMMENT ON COLUMN notifications.tasks IS 'Seats of each task that it counts, by the task''s id; null: it does not count tasks';

-- Notifications that are not yet counted in the lines of their recipients. Without a foreign key, whose check would write to the realm's row with each task. Rows live for less than a second.
CREATE TABLE pending_notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL,
  draft jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CALL secure_realm_table('pending_notifications'::regclass);
GRANT INSERT ON pending_notifications TO tessera_realm;
GRANT SELECT, INSERT, DELETE ON pending_notifications TO tessera_all;
`;
}
