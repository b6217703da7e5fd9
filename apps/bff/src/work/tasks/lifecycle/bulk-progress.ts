import { Injectable } from '@nestjs/common';
import { taskCommands } from '@tessera/domain';
import type { Tx } from '../../../platform/database/transactions';

/** How far bulk operations are. Part of tasks, because a command for one task counts more than an operation before it. */
@Injectable()
export class BulkProgress {
  /**
   * Takes tasks out of operations that start, stop, pause or resume them and haven't reached them yet: of two such commands
   * the later one counts. Locks these operations, so that it comes before any lock of a task.
   */
  async supersede(tx: Tx, taskIds: readonly number[]): Promise<void> {
    const operations = await tx.query<{ id: number }>(
      `SELECT id FROM bulk_operations o WHERE state IN ('queued', 'running') AND command = ANY ($1)
         AND EXISTS (SELECT FROM bulk_items i WHERE i.operation_id = o.id AND i.task_id = ANY ($2::int[]) AND i.result IS NULL)
       ORDER BY id FOR UPDATE`,
      [taskCommands, taskIds],
    );
    for (const { id } of operations) {
      const results = await tx.query<{ result: string }>(
        `UPDATE bulk_items SET result = 'SUPERSEDED' WHERE operation_id = $1 AND task_id = ANY ($2::int[]) AND result IS NULL
         RETURNING result`,
        [id, taskIds],
      );
      await this.countResults(tx, id, results);
    }
  }

  /** Adds results to the operation's counts, and finishes it with the last one; returns whether it continues. */
  async countResults(tx: Tx, operationId: number, results: readonly { result: string }[]): Promise<boolean> {
    const done = results.filter(({ result }) => result === 'done').length;
    const [row] = await tx.query<{ continues: boolean }>(
      `UPDATE bulk_operations SET done = done + $2, passed_over = passed_over + $3,
         state = CASE WHEN done + passed_over + $2 + $3 = total THEN 'done' ELSE 'running' END,
         finished_at = CASE WHEN done + passed_over + $2 + $3 = total THEN now() END
       WHERE id = $1 RETURNING state = 'running' AS continues`,
      [operationId, done, results.length - done],
    );
    return row?.continues ?? false;
  }
}
