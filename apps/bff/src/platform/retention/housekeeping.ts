import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config';
import { Transactions } from '../database/transactions';
import { systemScope } from '../realm-scope/scope';
import { type ExpiredRows, expiredRows } from './expired-rows';
import { PurgeMetrics } from './purge-metrics';

const EVERY_MS = 10 * 60_000;
/** Most rows of a transaction, so that none takes long. */
const BATCH = 1000;
/** Longest pause after a batch. */
const MAX_PAUSE_MS = 1000;

/** Removes expired rows every ten minutes, in batches that leave the database time for requests. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('housekeeping');
  private readonly expired: readonly ExpiredRows[];
  private readonly stopped = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly metrics: PurgeMetrics,
    config: Config,
  ) {
    this.expired = expiredRows(config.retention);
    metrics.announce(this.expired.map(({ kind }) => kind));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.startRound(), EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopped.abort();
    await this.round;
  }

  /** Runs one round. Safe in several processes at once. A kind that fails doesn't keep the others from being removed. */
  async clean(): Promise<void> {
    for (const rows of this.expired) {
      if (this.stopped.signal.aborted) return;
      try {
        await this.remove(rows);
      } catch (error) {
        this.metrics.failed(rows.kind);
        this.logger.warn(`Expired rows of ${rows.table} could not be removed: ${(error as Error).message}`);
      }
    }
  }

  /** A round that takes longer than the interval is not started twice. */
  private startRound(): void {
    this.round ??= this.clean().finally(() => (this.round = null));
  }

  private async remove(rows: ExpiredRows): Promise<void> {
    const sql = deleteSql(rows);
    let total = 0;
    for (let count = BATCH; count === BATCH && !this.stopped.signal.aborted;) {
      const begun = performance.now();
      count = await this.transactions.run(systemScope('housekeeping'), (tx) => tx.execute(sql));
      total += count;
      this.metrics.removed(rows.kind, count);
      if (count === BATCH) await this.pause(performance.now() - begun);
    }
    if (total > 0) this.logger.log(`Removed ${total} expired rows of ${rows.table} (${rows.kind})`);
  }

  /** Rests as long as the last batch took, so that a large backlog takes at most half of a connection's time. */
  private async pause(tookMs: number): Promise<void> {
    await wait(Math.min(tookMs, MAX_PAUSE_MS), undefined, { signal: this.stopped.signal }).catch(
      () => undefined,
    );
  }
}

/** The condition is there twice: a row that changed after it was found is checked again before it is removed. */
const deleteSql = ({ table, condition, order, skipLocked }: ExpiredRows): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ${table} WHERE ${condition} ${order ? `ORDER BY ${order}` : ''} LIMIT ${BATCH}
     ${skipLocked ? 'FOR UPDATE SKIP LOCKED' : ''})) AND ${condition}`;
