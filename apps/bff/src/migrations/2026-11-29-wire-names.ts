import { SqlMigration } from './sql-migration';

/** What columns hold whose names are those of the workers' protocol and say something else. */
export class WireNames extends SqlMigration {
  readonly name = 'WireNames1795910400004';
  protected readonly sql = `
COMMENT ON COLUMN tasks.boss_job_id IS 'Id of its turn to be taken by a worker, new each time it waits; redis_task_id on the wire, where no Redis is involved';
COMMENT ON COLUMN tasks.queue_name IS 'Its site as site.<id>, since tasks are their own queue; no queue has this name';
`;
}
