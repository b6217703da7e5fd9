import { Injectable } from '@nestjs/common';
import { ListVersions } from '../../platform/database/list-versions';
import { lapsedHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { SWEEP_BATCH, Sweeps } from '../../platform/sweeps/sweeps';
import { TaskLifecycleRepository, TaskMetrics, taskReason, Transitions } from '../../work';
import { HoldsRepository } from './holds.repository';

/** Expires holds whose time is over. */
@Injectable()
export class LapsedHolds {
  constructor(
    sweeps: Sweeps,
    versions: ListVersions,
    private readonly transitions: Transitions,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly holds: HoldsRepository,
    private readonly metrics: TaskMetrics,
  ) {
    sweeps.register('lapsed holds', (tx) => this.expire(tx));
    versions.registerClock(
      'lapsed',
      `SELECT max(expires_at)::text FROM holds WHERE ${lapsedHoldSql('holds')}`,
    );
  }

  /** A task whose last hold lapses is queued once more; the second time it expires. */
  private async expire(tx: Tx): Promise<number> {
    const orphaned = await this.holds.expireOrphaned(tx);
    const ids = await this.holds.findTasksWithLapsed(tx, SWEEP_BATCH);
    const rows = await this.lifecycle.claimByIds(tx, ids);
    const claimed = rows.map(({ id }) => id);
    const lapsed = await this.holds.lockLapsed(tx, claimed);
    this.metrics.countLapsedHolds(tx, [...orphaned, ...lapsed]);
    if (lapsed.length > 0) {
      await this.holds.setStatus(
        tx,
        lapsed.map(({ id }) => id),
        'expired',
      );
    }
    const counts = await this.holds.countByTask(tx, claimed);
    await this.transitions.apply(
      tx,
      rows.map((row) => ({
        row,
        input: { type: 'holds_lapsed', ...(counts.get(row.id) ?? { live: 0, confirmed: 0 }) },
        message: taskReason(row.requeued_after_lapse ? 'HOLDS_LAPSED_AGAIN' : 'HOLDS_LAPSED'),
      })),
    );
    return rows.length;
  }
}
