import { SqlMigration } from './sql-migration';

/**
 * Triggers that join the old and the new rows of a statement keep the plan of their first call, which is often for one row:
 * a nested loop, which took longer than a statement may for 10,000 tasks that one purchase ends.
 */
export class JoinsOfChangedRows extends SqlMigration {
  readonly name = 'JoinsOfChangedRows1763600000289';
  protected readonly sql = ['live_change', 'live_jobs_of_rows', 'live_task_update', 'list_change']
    .map((name) => `ALTER FUNCTION ${name}() SET enable_nestloop = off`)
    .join(';\n');
}
