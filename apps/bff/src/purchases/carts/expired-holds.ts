import { Injectable } from '@nestjs/common';
import { ListVersions } from '../../platform/database/list-versions';
import { expiredHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { SWEEP_BATCH, Sweeps } from '../../platform/sweeps/sweeps';
import { TaskLifecycleRepository, TaskMetrics, taskReason, Transitions } from '../../work/index';
import { HoldsRepository } from './holds.repository';

/** Expires holds whose time is over. */
@Injectable()
export class ExpiredHolds {
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
      `SELECT max(expires_at)::text FROM holds WHERE ${expiredHoldSql('holds')}`,
    );
  }

  /** A task whose last hold expires is queued once more; the second time it expires. */
  private async expire(tx: Tx): Promise<number> {
    const orphaned = await this.holds.expireOrphaned(tx);
    const ids = await this.holds.findTasksWithExpired(tx, SWEEP_BATCH);
    const rows = await this.lifecycle.claimByIds(tx, ids);
    const claimed = rows.map(({ id }) => id);
    const expired = await this.holds.lockExpired(tx, claimed);
    this.metrics.countExpiredHolds(tx, [...orphaned, ...expired]);
    if (expired.length > 0) {
      await this.holds.setStatus(
        tx,
        expired.map(({ id }) => id),
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
