import { Injectable } from '@nestjs/common';
import type { Tx } from '../platform/database/transactions';
import { SWEEP_BATCH, Sweeps } from '../platform/sweeps/sweeps';
import { HoldsRepository } from '../purchases';
import { TaskLifecycleRepository, TaskMetrics, taskReason, Transitions } from '../work';
import { failureReason } from './lease-reports.service';

/** Ends the leases of lost workers. */
@Injectable()
export class LostLeases {
  constructor(
    sweeps: Sweeps,
    private readonly transitions: Transitions,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly heldSeats: HoldsRepository,
    private readonly metrics: TaskMetrics,
  ) {
    sweeps.register('lost leases', (tx) => this.end(tx));
  }

  /** Their tasks are queued again with backoff, failed, or stopped. */
  private async end(tx: Tx): Promise<number> {
    const rows = await this.lifecycle.claimExpiredLeases(tx, SWEEP_BATCH);
    this.metrics.countLostLeases(tx, rows.length);
    const counts = await this.heldSeats.countByTask(
      tx,
      rows.map(({ id }) => id),
    );
    await this.transitions.apply(
      tx,
      rows.map((row) => ({
        row,
        input: { type: 'fail' },
        message:
          row.status === 'stopping'
            ? taskReason('STOPPED_WORKER_LOST')
            : failureReason(row, { failure: 'WORKER_LOST' }),
        payable: (counts.get(row.id)?.live ?? 0) > 0,
      })),
    );
    return rows.length;
  }
}
