import { SqlMigration } from './sql-migration';

/** Why a task is as it is, as a code with parameters: pages word it in the reader's language. */
export class TaskReasons extends SqlMigration {
  readonly name = 'TaskReasons1763600000073';
  protected readonly sql = `
ALTER TABLE tasks ADD status_reason jsonb CHECK (jsonb_typeof(status_reason) = 'object');
COMMENT ON COLUMN tasks.status_reason IS 'code and params of status_message; null: the words of a worker or person';
ALTER TABLE task_events ADD reason jsonb CHECK (jsonb_typeof(reason) = 'object');
COMMENT ON COLUMN task_events.reason IS 'code and params of message; null: the words of a worker or person';
`;
}
