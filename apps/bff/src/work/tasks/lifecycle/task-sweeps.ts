import { Injectable } from '@nestjs/common';
import { liveHoldSql } from '../../../platform/database/seat-states';
import type { Tx } from '../../../platform/database/transactions';
import { SWEEP_BATCH, Sweeps } from '../../../platform/sweeps/sweeps';
import { gateJoins, isLeasableSql } from './gates';
import { JobTargets } from './job-targets';
import { TaskLifecycleRepository } from './task-lifecycle.repository';
import { TaskQueue } from './task-queue';
import { Transitions } from './transitions';

/** Queues tasks whose time has come or whose gate has opened, and stops those that a job needs no more. */
@Injectable()
export class TaskSweeps {
  constructor(
    sweeps: Sweeps,
    private readonly transitions: Transitions,
    private readonly queue: TaskQueue,
    private readonly targets: JobTargets,
    private readonly lifecycle: TaskLifecycleRepository,
  ) {
    sweeps.register('due tasks', (tx) => this.queueDue(tx));
    sweeps.register('parked tasks', (tx) => this.queueParked(tx));
    sweeps.register('won jobs', (tx) => this.stopWonJobs(tx));
  }

  /** Queues scheduled tasks whose time has come; those of a suspended or paused realm wait until it isn't any more. */
  private async queueDue(tx: Tx): Promise<number> {
    const rows = await this.lifecycle.claimDue(tx, SWEEP_BATCH);
    await this.transitions.apply(
      tx,
      rows.map((row) => ({ row, input: { type: 'due' }, message: null })),
    );
    return rows.length;
  }

  /** Queues parked tasks whose gate has opened. */
  private async queueParked(tx: Tx): Promise<number> {
    const ids = await this.findParked(tx, SWEEP_BATCH);
    const rows = await this.lifecycle.claimByIds(tx, ids, { withoutLease: true });
    if (rows.length > 0) await this.queue.put(tx, rows);
    return rows.length;
  }

  /** Stops tasks of jobs that won their target while some of the tasks were locked. */
  private async stopWonJobs(tx: Tx): Promise<number> {
    await this.targets.stopWonJobs(tx, null);
    return 0;
  }

  /** Tasks that should be in the queue and aren't: parked ones that no gate blocks any more. */
  private async findParked(tx: Tx, limit: number): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `SELECT t.id FROM tasks t ${gateJoins}
       WHERE t.deleted_at IS NULL AND t.lease_id IS NULL AND NOT t.paused
         AND (t.status IN ('queued', 'scheduled')
           OR (t.status = 'carted' AND t.mode = 'buy' AND EXISTS (SELECT FROM holds p WHERE p.realm_id = t.realm_id
                 AND p.task_id = t.id AND ${liveHoldSql('p')})))
         AND t.ready_at IS NULL
         AND (t.status = 'carted' OR (t.status = 'scheduled' AND t.scheduled_at > now()) OR (${isLeasableSql}))
       ORDER BY t.id LIMIT ${limit}`,
    );
    return rows.map(({ id }) => id);
  }
}
