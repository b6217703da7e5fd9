import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { HoldsRepository } from '../carts';
import {
  JobTargets,
  TaskLifecycleRepository,
  TaskMetrics,
  TaskQueue,
  taskReason,
  Transitions,
} from '../tasks';
import { failureReason } from './lease-reports.service';
import { SweepsRepository } from './sweeps.repository';
import { TimedNotifications } from './timed-notifications';

const BATCH = 500;
const scope = systemScope('sweep');

/** Changes caused by time alone, by the database's clock. Any process may run them; each row is handled once. */
@Injectable()
export class Sweeps {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly queue: TaskQueue,
    private readonly targets: JobTargets,
    private readonly notifications: TimedNotifications,
    private readonly sweepRows: SweepsRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly heldSeats: HoldsRepository,
    private readonly metrics: TaskMetrics,
  ) {}

  /**
   * Runs each sweep until nothing is left, and skips those that another process runs now. Returns whether it skipped none:
   * then everything that was due before the call is done.
   */
  async runAll(): Promise<boolean> {
    const sweeps = [
      (tx: Tx) => this.endLapsedLeases(tx),
      (tx: Tx) => this.expireHolds(tx),
      (tx: Tx) => this.queueDueTasks(tx),
      (tx: Tx) => this.queueParkedTasks(tx),
      (tx: Tx) => this.stopWonJobs(tx),
      (tx: Tx) => this.expireQueueLinks(tx),
      (tx: Tx) => this.sendTimedNotifications(tx),
    ];
    let skippedNone = true;
    for (const [slot, sweep] of sweeps.entries()) {
      let swept: number | null;
      do swept = await this.runExclusively(slot, sweep);
      while (swept !== null && swept >= BATCH);
      skippedNone &&= swept !== null;
    }
    return skippedNone;
  }

  /** Runs one batch of a sweep; returns the number of rows, or null while another process runs the sweep. */
  private runExclusively(slot: number, sweep: (tx: Tx) => Promise<number>): Promise<number | null> {
    return this.transactions.run(scope, async (tx) => {
      return (await this.sweepRows.tryLock(tx, slot)) ? sweep(tx) : null;
    });
  }

  /** Ends the leases of lost workers: their tasks are queued again with backoff, failed, or stopped. */
  private async endLapsedLeases(tx: Tx): Promise<number> {
    const rows = await this.lifecycle.claimLapsedLeases(tx, BATCH);
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

  /** Expires lapsed holds. A task whose last hold lapses is queued once more; the second time it expires. */
  private async expireHolds(tx: Tx): Promise<number> {
    const orphaned = await this.sweepRows.expireOrphanedHolds(tx);
    const ids = await this.sweepRows.findTasksWithLapsedHolds(tx, BATCH);
    const rows = await this.lifecycle.claimByIds(tx, ids);
    const claimed = rows.map(({ id }) => id);
    const lapsed = await this.sweepRows.lockLapsedHolds(tx, claimed);
    this.metrics.countLapsedHolds(tx, [...orphaned, ...lapsed]);
    if (lapsed.length > 0) {
      await this.heldSeats.setStatus(
        tx,
        lapsed.map(({ id }) => id),
        'expired',
      );
    }
    const counts = await this.heldSeats.countByTask(tx, claimed);
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

  /** Queues scheduled tasks whose time has come; those of a suspended realm wait until it is active again. */
  private async queueDueTasks(tx: Tx): Promise<number> {
    const rows = await this.lifecycle.claimDue(tx, BATCH);
    await this.transitions.apply(
      tx,
      rows.map((row) => ({ row, input: { type: 'due' }, message: null })),
    );
    return rows.length;
  }

  /** Queues parked tasks whose gate has opened. */
  private async queueParkedTasks(tx: Tx): Promise<number> {
    const ids = await this.sweepRows.findParkedTasks(tx, BATCH);
    const rows = await this.lifecycle.claimByIds(tx, ids, { withoutLease: true });
    if (rows.length > 0) await this.queue.put(tx, rows);
    return rows.length;
  }

  /** Stops tasks of jobs that won their target while some of the tasks were locked. */
  private async stopWonJobs(tx: Tx): Promise<number> {
    await this.targets.stopWonJobs(tx, null);
    return 0;
  }

  /** Expires queue links whose token has expired. */
  private async expireQueueLinks(tx: Tx): Promise<number> {
    await this.sweepRows.expireQueueLinks(tx);
    return 0;
  }

  /** Sends notifications that are due. */
  private sendTimedNotifications(tx: Tx): Promise<number> {
    return this.notifications.send(tx);
  }
}
