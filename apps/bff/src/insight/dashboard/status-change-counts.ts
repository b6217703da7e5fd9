import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';

const EVERY_MS = 2 * 60_000;
/** Counts are kept for longer than the chart's longest span. */
const KEPT_DAYS = 8;
/**
 * Minutes after which no more changes of a half hour are committed. A transaction can't take as long: statements and idle
 * transactions are cancelled after seconds.
 */
const SETTLED_MINUTES = 10;

/** Starts at the oldest half hour that is kept, and takes one day at a time, so that no statement takes long. */
const NEXT_PERIOD = `SELECT p.start, least(p.start + interval '1 day',
    date_bin('30 minutes', now() - interval '${SETTLED_MINUTES} minutes', 'epoch')) AS until
  FROM (SELECT greatest(counted_until, date_bin('30 minutes', now() - interval '${KEPT_DAYS} days', 'epoch')) AS start
        FROM rollups WHERE name = 'status_changes' FOR UPDATE SKIP LOCKED) p`;

/** Counts the status changes of past half hours, for the dashboard's chart. */
@Injectable()
export class StatusChangeCounts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('dashboard');
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly transactions: Transactions) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.countSafely(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Counts what isn't counted yet. Safe in several processes at once: one counts, and the others do nothing. */
  async count(): Promise<void> {
    while (await this.inTransaction((tx) => this.countPeriod(tx)));
    await this.inTransaction((tx) =>
      tx.execute(
        `DELETE FROM status_change_counts WHERE at < date_bin('30 minutes', now() - interval '${KEPT_DAYS} days', 'epoch')`,
      ),
    );
  }

  private inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transactions.run(systemScope('dashboard'), work);
  }

  /** Counts the next period; returns whether there was one. */
  private async countPeriod(tx: Tx): Promise<boolean> {
    const [period] = await tx.query<{ start: Date; until: Date; due: boolean }>(
      `SELECT start, until, start < until AS due FROM (${NEXT_PERIOD}) period`,
    );
    if (!period?.due) return false;
    const range = [period.start, period.until];
    await tx.execute(
      `INSERT INTO status_change_counts (realm_id, at, from_status, to_status, changes)
       SELECT realm_id, date_bin('30 minutes', at, 'epoch'), coalesce(from_status, ''), to_status, count(*)
       FROM task_events WHERE at >= $1 AND at < $2 AND to_status IS DISTINCT FROM from_status AND to_status IS NOT NULL
       GROUP BY 1, 2, 3, 4`,
      range,
    );
    await tx.execute(`UPDATE rollups SET counted_until = $1 WHERE name = 'status_changes'`, [period.until]);
    return true;
  }

  private async countSafely(): Promise<void> {
    try {
      await this.count();
    } catch (error) {
      this.logger.warn(`Status changes could not be counted: ${(error as Error).message}`);
    }
  }
}
