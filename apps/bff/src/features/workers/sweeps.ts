import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { holdCounts, setHoldStatus } from '../carts';
import { isLeasableSql, gateJoins, JobTargets, taskReason, claimTasks, Transitions } from '../tasks';
import { failureReason } from './lease-reports.service';
import {
  expireQueueLinks,
  lockLapsedHolds,
  expireOrphanedHolds,
  tasksWithLapsedHolds,
  tasksWithoutRun,
} from './sweeps.repository';
import { TimedNotifications } from './timed-notifications';

const BATCH = 500;
const scope = systemScope('sweep');

/** What time alone brings about, by the database clock; any process may do it, each row is done once. */
@Injectable()
export class Sweeps {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly targets: JobTargets,
    private readonly notices: TimedNotifications,
  ) {}

  /**
   * Every sweep in turn, each until nothing is left; one that another process is at is left to it.
   * Answers whether none was: then all that was due before the call is done.
   */
  async all(): Promise<boolean> {
    const sweeps = [this.leases, this.holds, this.scheduled, this.runs, this.jobs, this.places, this.told];
    let none = true;
    for (const [place, sweep] of sweeps.entries()) {
      let swept: number | null;
      do swept = await this.alone(place, sweep);
      while (swept !== null && swept >= BATCH);
      none &&= swept !== null;
    }
    return none;
  }

  /** One batch of a sweep: how many rows it took, or null while another process is at it. */
  private alone(place: number, sweep: (tx: Tx) => Promise<number>): Promise<number | null> {
    return this.transactions.run(scope, async (tx) => {
      const [lock] = await tx.query<{ mine: boolean }>(
        'SELECT pg_try_advisory_xact_lock(7355610, $1) AS mine',
        [place],
      );
      return lock?.mine ? sweep.call(this, tx) : null;
    });
  }

  /** Leases whose worker is lost: queued again with back-off, failed, or stopped. */
  async leases(tx: Tx): Promise<number> {
    const rows = await claimTasks(tx, 't.lease_id IS NOT NULL AND t.lease_expires_at <= now()', [], BATCH);
    const counts = await holdCounts(
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

  /** Holds that have lapsed; the task whose last one lapses is queued once more, else it has expired. */
  async holds(tx: Tx): Promise<number> {
    await expireOrphanedHolds(tx);
    const ids = await tasksWithLapsedHolds(tx, BATCH);
    const rows = await claimTasks(tx, 't.id = ANY ($1::int[])', [ids], BATCH);
    const claimed = rows.map(({ id }) => id);
    const lapsed = await lockLapsedHolds(tx, claimed);
    if (lapsed.length > 0) await setHoldStatus(tx, lapsed, 'expired');
    const counts = await holdCounts(tx, claimed);
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

  /** Scheduled tasks whose time has come; those of a suspended realm wait until it is active again. */
  async scheduled(tx: Tx): Promise<number> {
    const rows = await claimTasks(
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

  /** Tasks that wait without a run in the queue: parked ones whose switch has changed back, or lost runs. */
  async runs(tx: Tx): Promise<number> {
    const ids = await tasksWithoutRun(tx, gateJoins, isLeasableSql, BATCH);
    const rows = await claimTasks(tx, 't.id = ANY ($1::int[]) AND t.lease_id IS NULL', [ids], BATCH);
    if (rows.length > 0) await this.transitions.enqueue(tx, rows);
    return rows.length;
  }

  /** Jobs that have won their target while some of their tasks were busy. */
  async jobs(tx: Tx): Promise<number> {
    await this.targets.settle(tx, null);
    return 0;
  }

  /** Queue places whose token is over. */
  async places(tx: Tx): Promise<number> {
    await expireQueueLinks(tx);
    return 0;
  }

  /** What people are to be told of because its time has come. */
  told(tx: Tx): Promise<number> {
    return this.notices.raise(tx);
  }
}
