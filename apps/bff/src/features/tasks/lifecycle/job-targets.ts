import { unfinishedStatuses } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';
import { seatsWonSql } from './gates';
import { taskReason } from './task-reasons';
import { TaskLifecycleRepository } from './task-lifecycle.repository';
import { Transitions } from './transitions';

/** Stops the rest of a job's tasks once it has won its `seats_target`. */
@Injectable()
export class JobTargets {
  constructor(
    private readonly transitions: Transitions,
    private readonly lifecycle: TaskLifecycleRepository,
  ) {}

  /**
   * Stops the unfinished tasks of jobs that have won their target, of all jobs for null; answers how many it stopped. Tasks
   * that another transaction has locked are left to the next sweep, so that two purchases of one job never wait for each
   * other.
   */
  async settle(tx: Tx, jobIds: readonly number[] | null): Promise<number> {
    const jobs = await tx.query<{ id: number; seats_target: number }>(
      `SELECT j.id, j.seats_target FROM jobs j
       WHERE j.seats_target IS NOT NULL AND ($1::int[] IS NULL OR j.id = ANY ($1))
         AND EXISTS (SELECT FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id AND t.deleted_at IS NULL
                       AND t.status = ANY ($2::text[]))
         AND j.seats_target <= ${seatsWonSql('j.realm_id', 'j.id')}`,
      [jobIds, unfinishedStatuses.filter((status) => status !== 'stopping')],
    );
    let stopped = 0;
    for (const { id, seats_target } of jobs) {
      const rows = await this.lifecycle.claim(
        tx,
        "t.job_id = $1 AND t.unfinished AND t.status <> 'stopping'",
        [id],
        10_000,
      );
      const message = taskReason('TARGET_WON', { count: seats_target });
      const applied = await this.transitions.apply(
        tx,
        rows.map((row) => ({ row, input: { type: 'stop' }, command: 'stop', message })),
      );
      stopped += applied.filter(({ outcome }) => outcome.kind === 'change').length;
    }
    return stopped;
  }
}
