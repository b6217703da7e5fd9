import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';
import { isDatabaseUnavailable, sqlStateOf } from '../errors/database-error';
import { ConnectionPool } from './connection-pool';
import { servingOptions } from './data-source';
import { STANDBY_POSITION, type Unfit, unfitReasons, UnfitReplica } from './replica-facts';
import { ANSWER_MS, StandbyWatch } from './standby-watch';
import { TransactionStats } from './transaction-stats';

/** How often the standby is checked, and how long it is left aside at most after it failed a read. */
const CHECK_MS = 2_000;

/**
 * The standby of `DATABASE_READ_URL`, for reads that may lag. It is checked every 2 s and by each transaction that reads it;
 * while it is unreachable, too far behind, or no copy of the primary, it is left aside.
 */
@Injectable()
export class ReadReplica implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('read replica');
  private readonly stats = new TransactionStats();
  private readonly watch: StandbyWatch;
  private readonly url: string;
  private readonly maxLagMs: number;
  private readonly size: number;
  private readonly fallbackHandlers: ((reason: Unfit) => void)[] = [];
  private readonly readHandlers: (() => void)[] = [];
  private source: DataSource | null = null;
  private pool: ConnectionPool | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  /** Why it isn't read; null while it is. */
  private unfit: Unfit | null = 'unreachable';
  /** The state that was logged last. */
  private logged: Unfit | null | undefined;
  private isFirstCheck = true;
  /** Reads that wait for the standby. */
  private readonly waiting = new Set<(error: UnfitReplica) => void>();

  constructor(
    private readonly config: Config,
    @InjectDataSource() private readonly primary: DataSource,
  ) {
    this.url = config.readReplica?.url ?? '';
    this.watch = new StandbyWatch(primary, this.url);
    this.maxLagMs = (config.readReplica?.maxLag ?? 0) * 1000;
    this.size = Math.ceil(config.databasePool / 2);
  }

  get isConfigured(): boolean {
    return this.config.readReplica !== null;
  }

  /** Whether reads that may lag are sent to it. */
  get isUp(): boolean {
    return this.unfit === null;
  }

  /** How far it is behind at most; null while that isn't known. */
  get lagSeconds(): number | null {
    const behind = this.watch.behind();
    return behind === null ? null : behind / 1000;
  }

  /** `handler` runs for each read that the standby served. */
  onRead(handler: () => void): void {
    this.readHandlers.push(handler);
  }

  /** `handler` runs for each read that the primary serves instead, with the reason. */
  onFallback(handler: (reason: Unfit) => void): void {
    this.fallbackHandlers.push(handler);
  }

  /** Runs reads on the standby; null when the primary must run them. */
  async tryRead<T>(work: (pool: ConnectionPool) => Promise<T>): Promise<{ result: T } | null> {
    if (!this.isConfigured) return null;
    if (this.unfit !== null || !this.pool) {
      this.reportFallback(this.unfit ?? 'unreachable');
      return null;
    }
    const lost = Promise.withResolvers<never>();
    this.waiting.add(lost.reject);
    try {
      const result = await Promise.race([this.runCaughtUp(this.pool, work), lost.promise]);
      for (const handler of this.readHandlers) handler();
      return { result };
    } catch (error) {
      this.handleFailure(error);
      return null;
    } finally {
      this.waiting.delete(lost.reject);
    }
  }

  onApplicationBootstrap(): void {
    if (this.isConfigured) void this.checkRepeatedly();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    this.watch.close();
    const source = this.source;
    this.source = null;
    if (source?.isInitialized) await source.destroy();
  }

  private async runCaughtUp<T>(pool: ConnectionPool, work: (pool: ConnectionPool) => Promise<T>): Promise<T> {
    await this.watch.catchUp();
    return work(pool);
  }

  private async checkRepeatedly(): Promise<void> {
    await this.check();
    if (!this.stopped) this.timer = setTimeout(() => void this.checkRepeatedly(), CHECK_MS).unref();
  }

  private async check(): Promise<void> {
    try {
      const facts = await this.watch.compare();
      this.verify(facts);
      await this.openPool();
      this.setUnfit(null);
    } catch (error) {
      const reason = error instanceof UnfitReplica ? error.reason : 'unreachable';
      // With several hosts the next check looks for the one that is a standby by then.
      if (reason !== 'lag') this.watch.close();
      this.leaveAside(reason, error as Error);
    }
    this.isFirstCheck = false;
  }

  /** @throws when a server with this position must not be read */
  private verify({ recovering, lsn }: { recovering?: unknown; lsn?: unknown }): void {
    if (recovering !== true) throw new UnfitReplica('not_standby');
    const behind = typeof lsn === 'string' ? this.watch.behind(BigInt(lsn)) : null;
    if (behind === null || behind > this.maxLagMs) throw new UnfitReplica('lag');
  }

  /** TypeORM connects as it builds its data source, which therefore waits for the first check that passes. */
  private async openPool(): Promise<void> {
    if (this.pool) return;
    const { config, primary } = this;
    const source = new DataSource({
      ...servingOptions(
        { ...config, databaseUrl: this.url, databasePool: this.size },
        { application_name: 'tessera-read', connectionTimeoutMillis: ANSWER_MS },
        'standby',
      ),
      entities: primary.options.entities,
    });
    await source.initialize();
    if (this.stopped) return source.destroy();
    this.source = source;
    const verify = (row: Record<string, unknown>) => this.verify(row);
    this.pool = new ConnectionPool(source, this.stats, { sql: STANDBY_POSITION, verify });
  }

  private handleFailure(error: unknown): void {
    // A rejection is the primary's to make: a row may only be missing here.
    if (error instanceof ApiError) return;
    const reason = this.reasonOf(error);
    this.reportFallback(reason);
    if (reason !== 'busy' && reason !== 'error') this.leaveAside(reason, error as Error);
  }

  private reasonOf(error: unknown): Unfit {
    if (error instanceof UnfitReplica) return error.reason;
    const state = sqlStateOf(error);
    // Recovery conflicts and statements that took too long.
    if (['40001', '40P01', '57014'].includes(state)) return 'cancelled';
    // 25006: the work writes, which the primary rejects too.
    if (state === '25006' || !isDatabaseUnavailable(error)) return 'error';
    return this.stats.active >= this.size ? 'busy' : 'unreachable';
  }

  private leaveAside(reason: Unfit, error: Error): void {
    if (reason === 'unreachable') for (const giveUp of this.waiting) giveUp(new UnfitReplica(reason));
    this.setUnfit(reason, error instanceof UnfitReplica ? '' : ` (${error.message})`);
  }

  /** Logs each change once. */
  private setUnfit(reason: Unfit | null, detail = ''): void {
    const { logged } = this;
    this.unfit = reason;
    // Under load the first position of the primary is one that no standby has reached yet.
    if (reason === logged || (reason === 'lag' && this.isFirstCheck)) return;
    this.logged = reason;
    if (reason !== null)
      this.logger.warn(
        `The read replica is left aside: ${unfitReasons[reason]}${detail}. The primary answers its reads`,
      );
    else if (logged === undefined) this.logger.log('Reads that may lag use the read replica');
    else this.logger.warn('The read replica is used again');
  }

  private reportFallback(reason: Unfit): void {
    for (const handler of this.fallbackHandlers) handler(reason);
  }
}
