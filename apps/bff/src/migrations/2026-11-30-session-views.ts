import { seenWithPerson } from './row-security';
import { SqlMigration } from './sql-migration';

/** Whom the session of an administrator views the console as. The row stays after its time, until the view is ended. */
export class SessionViews extends SqlMigration {
  readonly name = 'SessionViews1795996800006';
  protected readonly sql = `
CREATE TABLE session_views (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  user_id int REFERENCES users ON DELETE SET NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  started_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  CHECK (ends_at <= started_at + interval '30 minutes')
);
COMMENT ON COLUMN session_views.user_id IS 'Null: the person was deleted, which ends the view like its time';
CREATE INDEX session_views_user ON session_views (user_id);
${seenWithPerson('session_views')}
GRANT SELECT, INSERT, DELETE ON session_views TO tessera_all;
`;
}
