import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Metrics } from '../../platform/health/metrics';
import { Poller } from '../../platform/queue/poller';
import { systemScope } from '../../platform/realm-scope/scope';
import { AuditRepository } from './audit.repository';
import { AuditStreamRepository } from './audit-stream.repository';
import { toEcsLine } from './ecs';
import { appendLines } from './stream-file';

const scope = systemScope('audit stream');
const INTERVAL_MS = 1000;
/** Entries that are written together. */
const BATCH = 500;
/** Longest pause after a failure; the first is a second, each later one twice as long. */
const MAX_PAUSE_MS = 60_000;

/**
 * Writes audit entries to the file of AUDIT_STREAM_FILE, for a SIEM. Of several servers one writes at a time. Entries are
 * removed from what waits after they are on disk: a server that dies in between has them written once more.
 */
@Injectable()
export class AuditStream extends Poller {
  private readonly file: string | null;
  private readonly failures: Counter;
  private isAnnounced = false;
  private pauseMs = 0;
  private nextAt = -Infinity;

  constructor(
    { auditStream }: Config,
    private readonly transactions: Transactions,
    private readonly waiting: AuditStreamRepository,
    private readonly entries: AuditRepository,
    { registry }: Metrics,
  ) {
    super({ name: 'audit-stream', intervalMs: INTERVAL_MS, failure: 'The audit stream could not be read' });
    this.file = auditStream;
    this.failures = new Counter({
      name: 'tessera_audit_stream_failures_total',
      help: 'Attempts of this process to write audit entries to AUDIT_STREAM_FILE that failed',
      registers: [registry],
    });
  }

  override onApplicationBootstrap(): void {
    this.wake();
  }

  /** The setting of the server that started last says whether entries are collected. */
  protected async poll(): Promise<void> {
    if (!this.isAnnounced) {
      await this.transactions.run(scope, (tx) => this.waiting.collect(tx, this.file !== null));
      this.isAnnounced = true;
    }
    const { file } = this;
    if (file === null || performance.now() < this.nextAt) return;
    try {
      let count = BATCH;
      while (count === BATCH && !this.isStopped)
        count = await this.transactions.run(scope, (tx) => this.writeBatch(tx, file));
      if (this.pauseMs > 0) this.logger.log(`${file} can be written again`);
      this.pauseMs = 0;
    } catch (error) {
      this.failures.inc();
      this.pauseMs = Math.min(Math.max(2 * this.pauseMs, INTERVAL_MS), MAX_PAUSE_MS);
      this.nextAt = performance.now() + this.pauseMs;
      throw error;
    }
  }

  /** Returns how many entries it took; 0 while another process writes. */
  private async writeBatch(tx: Tx, file: string): Promise<number> {
    if (!(await this.waiting.tryLock(tx))) return 0;
    const { ids, entries } = await this.entries.readWaiting(tx, BATCH);
    if (entries.length > 0) await this.append(file, entries.map(toEcsLine));
    if (ids.length > 0) await this.waiting.remove(tx, ids);
    return ids.length;
  }

  /** An error of the file must not look like one of the database's connection. */
  private async append(file: string, lines: readonly string[]): Promise<void> {
    try {
      await appendLines(file, lines);
    } catch (error) {
      throw new Error(`${file} can't be written: ${(error as Error).message}`, { cause: error });
    }
  }
}
