import { SqlMigration } from './sql-migration';

/**
 * Tasks that wait for a worker are their own queue, by the time from which one may take them. The sweep gives it to those that
 * wait already; until all servers are new, the older ones dispatch what they queued by the queue engine.
 */
export class ReadyTasks extends SqlMigration {
  readonly name = 'ReadyTasks1763600000132';
  protected readonly sql = `
ALTER TABLE tasks
  ADD COLUMN ready_at timestamptz,
  ADD COLUMN queued_trace text,
  ADD CONSTRAINT tasks_queued_trace_check CHECK (char_length(queued_trace) <= 100) NOT VALID;
COMMENT ON COLUMN tasks.boss_job_id IS 'Id of its turn in the queue; redis_task_id on the wire';
COMMENT ON COLUMN tasks.ready_at IS 'when a worker may take the task; null: it waits for none';
COMMENT ON COLUMN tasks.queued_trace IS 'traceparent of what made the task wait for a worker';
`;
}
