import { SqlMigration } from './sql-migration';

/** What notifications need to be raised once each, to be tried out, and to be found again in the delivery log. */
export class Messages extends SqlMigration {
  readonly name = 'Messages1763600000014';
  protected readonly sql = `
-- What a notification is about: the same thing is told to somebody once. Null: told each time.
ALTER TABLE notifications ADD about text CHECK (char_length(about) BETWEEN 1 AND 200);
CREATE UNIQUE INDEX notifications_about ON notifications (user_id, topic, about);
CREATE INDEX notifications_told ON notifications (realm_id, topic, about) WHERE about IS NOT NULL;
-- Beside the topics that people choose: what they send themselves to see whether it arrives.
ALTER TABLE notifications DROP CONSTRAINT notifications_topic_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_topic_check CHECK (topic IN ('queue_turn', 'hold_created',
  'hold_expiring', 'purchase_confirmed', 'task_failed', 'job_finished', 'limit_warning', 'security', 'test'));
-- Which jobs may just have finished.
CREATE INDEX tasks_finished ON tasks (finished_at) WHERE job_id IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX notifications_created ON notifications (created_at);

ALTER TABLE push_deliveries ADD notification_id int REFERENCES notifications ON DELETE SET NULL;
CREATE INDEX push_deliveries_notification ON push_deliveries (notification_id);
CREATE INDEX push_deliveries_at ON push_deliveries (at);
`;
}
