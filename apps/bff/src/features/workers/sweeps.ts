import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import {
  TaskLifecycleRepository,
  isLeasableSql,
  gateJoins,
  JobTargets,
  taskReason,
  Transitions,
} from '../tasks';
import { failureReason } from './lease-reports.service';
import { TimedNotifications } from './timed-notifications';
import { SweepsRepository } from './sweeps.repository';
import { HoldsRepository } from '../carts';

const BATCH = 500;
const scope = systemScope('sweep');

/** Changes caused by time alone, by the database's clock. Any process may run them; each row is handled once. */
@Injectable()
export class Sweeps {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly targets: JobTargets,
    private readonly notifications: TimedNotifications,
    private readonly sweepRows: SweepsRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly heldSeats: HoldsRepository,
  ) {}

  /**
   * Runs every sweep in turn until nothing is left, except those that another process runs now. Answers whether there was
   * none of these: then everything that was due before the call is done.
   */
  async all(): Promise<boolean> {
    const sweeps = [
      this.leases,
      this.holds,
      this.scheduled,
      this.runs,
      this.jobs,
      this.queueLinks,
      this.timedNotifications,
    ];
    let none = true;
    for (const [slot, sweep] of sweeps.entries()) {
      let swept: number | null;
      do swept = await this.runExclusively(slot, sweep);
      while (swept !== null && swept >= BATCH);
      none &&= swept !== null;
    }
    return none;
  }

  /** Runs one batch of a sweep; answers the number of rows, or null while another process runs the sweep. */
  private runExclusively(slot: number, sweep: (tx: Tx) => Promise<number>): Promise<number | null> {
    return this.transactions.run(scope, async (tx) => {
      const [lock] = await tx.query<{ mine: boolean }>(
        'SELECT pg_try_advisory_xact_lock(7355610, $1) AS mine',
        [slot],
      );
      return lock?.mine ? sweep.call(this, tx) : null;
    });
  }

  /** Ends the leases of lost workers: their tasks are queued again with backoff, failed, or stopped. */
  async leases(tx: Tx): Promise<number> {
    const rows = await this.lifecycle.claim(
      tx,
      't.lease_id IS NOT NULL AND t.lease_expires_at <= now()',
      [],
      BATCH,
    );
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
  async holds(tx: Tx): Promise<number> {
    await this.sweepRows.expireOrphanedHolds(tx);
    const ids = await this.sweepRows.tasksWithLapsedHolds(tx, BATCH);
    const rows = await this.lifecycle.claim(tx, 't.id = ANY ($1::int[])', [ids], BATCH);
    const claimed = rows.map(({ id }) => id);
    const lapsed = await this.sweepRows.lockLapsedHolds(tx, claimed);
    if (lapsed.length > 0) await this.heldSeats.setStatus(tx, lapsed, 'expired');
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
  async scheduled(tx: Tx): Promise<number> {
    const rows = await this.lifecycle.claim(
      tx,
      `t.status = 'scheduled' AND t.scheduled_at <= now()
         AND EXISTS (SELECT FROM realms r WHERE r.id = t.realm_id AND r.status = 'active')`,
      [],
      BATCH,
    );
    await this.transitions.apply(
      tx,
      rows.map((row) => ({ row, input: { type: 'due' }, message: null })),
    );
    return rows.length;
  }

  /** Queues tasks that wait without a run: parked ones whose gate has opened, and those whose run was lost. */
  async runs(tx: Tx): Promise<number> {
    const ids = await this.sweepRows.tasksWithoutRun(tx, gateJoins, isLeasableSql, BATCH);
    const rows = await this.lifecycle.claim(
      tx,
      't.id = ANY ($1::int[]) AND t.lease_id IS NULL',
      [ids],
      BATCH,
    );
    if (rows.length > 0) await this.transitions.enqueue(tx, rows);
    return rows.length;
  }

  /** Stops tasks of jobs that won their target while some of the tasks were locked. */
  async jobs(tx: Tx): Promise<number> {
    await this.targets.settle(tx, null);
    return 0;
  }

  /** Expires queue links whose token has expired. */
  async queueLinks(tx: Tx): Promise<number> {
    await this.sweepRows.expireQueueLinks(tx);
    return 0;
  }

  /** Sends notifications that are due. */
  timedNotifications(tx: Tx): Promise<number> {
    return this.notifications.send(tx);
  }
}
