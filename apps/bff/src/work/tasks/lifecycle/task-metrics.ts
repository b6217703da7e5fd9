import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { type TaskStatus, taskStatuses } from '@tessera/domain';
import type { Tx } from '../../../platform/database/transactions';
import { Metrics } from '../../../platform/health/metrics';
import { isRehearsalRealm } from '../../../platform/realm-scope/realm-status.repository';

/** The realm decides whether a row counts. */
interface OfRealm {
  realm_id: number;
}

const realOnly = <T extends OfRealm>(rows: readonly T[]): T[] =>
  rows.filter(({ realm_id }) => !isRehearsalRealm(realm_id));

/**
 * Counts what happens to tasks, once the transaction that changes them has committed. Rehearsals don't count, so that alerts
 * are about real sales; but a lost lease does, since it is about a worker.
 */
@Injectable()
export class TaskMetrics {
  private readonly changes: Counter<'to'>;
  private readonly retries: Counter;
  private readonly leasesLost: Counter;
  private readonly holdsExpired: Counter;
  private readonly seatsBought: Counter<'by'>;
  private readonly leaseDelay: Histogram;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.changes = new Counter({
      name: 'tessera_task_changes_total',
      help: 'Changes of tasks, by the status that they changed to',
      labelNames: ['to'],
      registers,
    });
    // A rate needs a first value: a counter that begins at 1 shows no increase.
    for (const to of taskStatuses) this.changes.inc({ to }, 0);
    this.retries = new Counter({
      name: 'tessera_task_retries_total',
      help: 'Tries that failed and are repeated',
      registers,
    });
    this.leasesLost = new Counter({
      name: 'tessera_leases_lost_total',
      help: 'Leases that expired because their worker sent no heartbeat',
      registers,
    });
    this.holdsExpired = new Counter({
      name: 'tessera_holds_lapsed_total',
      help: 'Held seats that lapsed before they were paid',
      registers,
    });
    this.seatsBought = new Counter({
      name: 'tessera_seats_bought_total',
      help: 'Seats bought, by who reported the payment',
      labelNames: ['by'],
      registers,
    });
    for (const by of ['worker', 'person']) this.seatsBought.inc({ by }, 0);
    this.leaseDelay = new Histogram({
      name: 'tessera_lease_delay_seconds',
      help: 'Time from when a task could have been leased until a worker leased it',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    });
  }

  countChanges(tx: Tx, changes: readonly (OfRealm & { to: TaskStatus; isRetry: boolean })[]): void {
    tx.afterCommit(() => {
      for (const { to, isRetry } of realOnly(changes)) {
        this.changes.inc({ to });
        if (isRetry) this.retries.inc();
      }
    });
  }

  countLostLeases(tx: Tx, count: number): void {
    tx.afterCommit(() => this.leasesLost.inc(count));
  }

  countExpiredHolds(tx: Tx, holds: readonly OfRealm[]): void {
    tx.afterCommit(() => this.holdsExpired.inc(realOnly(holds).length));
  }

  countBoughtSeats(tx: Tx, by: 'worker' | 'person', seats: readonly OfRealm[]): void {
    tx.afterCommit(() => this.seatsBought.inc({ by }, realOnly(seats).length));
  }

  /** Records how long leased tasks have waited. */
  observeLeaseDelays(tx: Tx, tasks: readonly (OfRealm & { waited_s: number })[]): void {
    tx.afterCommit(() => {
      for (const { waited_s } of realOnly(tasks)) this.leaseDelay.observe(waited_s);
    });
  }
}
