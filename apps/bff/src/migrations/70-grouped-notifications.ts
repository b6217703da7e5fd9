import { SqlMigration } from './sql-migration';

/** Unread messages about the same thing are one row that counts, rather than one row for each task. */
export class GroupedNotifications extends SqlMigration {
  readonly name = 'GroupedNotifications1763600000070';
  protected readonly sql = `
ALTER TABLE notifications ADD kind text CHECK (char_length(kind) BETWEEN 1 AND 50),
  ADD grouped jsonb,
  ADD group_key text GENERATED ALWAYS AS (grouped ->> 'key') STORED,
  ADD subject text CHECK (char_length(subject) <= 300),
  ADD count int NOT NULL DEFAULT 1 CHECK (count > 0),
  ADD abouts text[] NOT NULL DEFAULT '{}',
  ADD pushed_at timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN notifications.kind IS 'what happened, for pages to word it; null: title and body are all there is';
COMMENT ON COLUMN notifications.grouped IS 'key: unread messages of a topic with the same one are counted in one row; title, body and path: what that row says';
COMMENT ON COLUMN notifications.abouts IS 'what is told once only, e.g. task:7; the latest thousand of them';
-- Row-level security is forced on the tables' owner too.
SET LOCAL ROLE tessera_all;
UPDATE notifications SET abouts = ARRAY[about] WHERE about IS NOT NULL;
RESET ROLE;
DROP INDEX notifications_about;
DROP INDEX notifications_told;
ALTER TABLE notifications DROP COLUMN about;
CREATE INDEX notifications_abouts ON notifications USING gin (abouts);
CREATE INDEX notifications_unread_groups ON notifications (user_id, topic, group_key)
  WHERE read_at IS NULL AND group_key IS NOT NULL;
`;
}
