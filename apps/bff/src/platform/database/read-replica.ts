import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';
import { isDatabaseUnavailable, sqlStateOf } from '../errors/database-error';
import { ConnectionPool } from './connection-pool';
import { servingOptions } from './data-source';
import { connectionTo } from './hosts';
import {
  findMismatch,
  PRIMARY_FACTS,
  type PrimaryFacts,
  STANDBY_FACTS,
  STANDBY_POSITION,
  type StandbyFacts,
  type Unfit,
} from './replica-facts';
import { ReplicationLag } from './replication-lag';
import { TransactionStats } from './transaction-stats';

/** How often the standby is checked. */
const CHECK_MS = 2_000;
/** How long it may take to connect to it, and to answer a check. */
const ANSWER_MS = 2_000;
/** How long it is left aside after it failed a read, at least. */
const ASIDE_MS = 5_000;

const explanations: Readonly<Record<Unfit, string>> = {
  unreachable: 'it does not answer',
  not_standby: 'it is no standby, or was promoted: its rows may be others than the primary has',
  other_database: 'it is no copy of the database in DATABASE_URL',
  diverged: 'it is ahead of the primary, so it is a copy of another one',
  schema: 'its tables are of another version than those of the primary',
  lag: 'it is too far behind',
  cancelled: 'it cancelled a read',
  busy: 'all its connections are in use',
  error: 'a read failed',
};

/** A standby must not be read. */
class UnfitReplica extends Error {
  constructor(readonly reason: Unfit) {
    super(explanations[reason]);
  }
}

/**
 * The standby of `DATABASE_READ_URL`, for reads that may lag. It is checked every 2 s and by each transaction that reads it;
 * while it is unreachable, too far behind, or no copy of the primary, it is left aside.
 */
@Injectable()
export class ReadReplica implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('read replica');
  private readonly stats = new TransactionStats();
  private readonly lag = new ReplicationLag();
  private readonly maxLagMs: number;
  private readonly size: number;
  private readonly fallbackHandlers: ((reason: Unfit) => void)[] = [];
  private readonly readHandlers: (() => void)[] = [];
  private source: DataSource | null = null;
  private pool: ConnectionPool | null = null;
  private checker: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private primaryFacts: PrimaryFacts | null = null;
  /** The standby's position; null while that isn't known. */
  private replayed: bigint | null = null;
  /** Why it isn't read; null while it is. */
  private unfit: Unfit | null = 'unreachable';
  private asideUntil = 0;
  /** The state that was logged last. */
  private logged: Unfit | null | undefined;
  private isFirstCheck = true;
  /** Reads that wait for the standby. */
  private readonly waiting = new Set<(error: UnfitReplica) => void>();

  constructor(
    private readonly config: Config,
    @InjectDataSource() private readonly primary: DataSource,
  ) {
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
    const behind = this.replayed === null ? null : this.lag.behind(this.replayed, performance.now());
    return behind === null ? null : behind / 1000;
  }

  /** `handler` runs for each read that the standby answered. */
  onRead(handler: () => void): void {
    this.readHandlers.push(handler);
  }

  /** `handler` runs for each read that the primary answers instead, with the reason. */
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
      const result = await Promise.race([work(this.pool), lost.promise]);
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
    this.closeChecker();
    const source = this.source;
    this.source = null;
    if (source?.isInitialized) await source.destroy();
  }

  private async checkRepeatedly(): Promise<void> {
    await this.check();
    if (!this.stopped) this.timer = setTimeout(() => void this.checkRepeatedly(), CHECK_MS).unref();
  }

  private async check(): Promise<void> {
    try {
      await this.samplePrimary();
      const facts = await this.askStandby();
      this.replayed = facts.lsn === null ? null : BigInt(facts.lsn);
      await this.compare(facts);
      this.verify(facts);
      await this.openPool();
      if (performance.now() >= this.asideUntil) this.setUnfit(null);
    } catch (error) {
      // With several hosts the next check looks for the one that is a standby by then.
      this.closeChecker();
      this.leaveAside(error instanceof UnfitReplica ? error.reason : 'unreachable', error as Error);
    }
    this.isFirstCheck = false;
  }

  /** While the primary doesn't answer, the positions that it had stay valid until they are too old. */
  private async samplePrimary(): Promise<void> {
    const at = performance.now();
    try {
      const [facts] = await this.primary.query<PrimaryFacts[]>(PRIMARY_FACTS);
      if (!facts) return;
      this.primaryFacts = facts;
      this.lag.addPrimary(BigInt(facts.lsn), at);
    } catch (error) {
      this.logger.debug(`The primary's position could not be read: ${(error as Error).message}`);
    }
  }

  /** @throws when it is no copy of the primary */
  private async compare(facts: StandbyFacts): Promise<void> {
    const mismatch = this.primaryFacts && findMismatch(this.primaryFacts, facts);
    if (mismatch) throw new UnfitReplica(mismatch);
    const isAhead = () => this.primaryFacts && (this.replayed ?? 0n) > BigInt(this.primaryFacts.lsn);
    // The primary may have come further since it was asked.
    if (isAhead()) await this.samplePrimary();
    if (isAhead()) throw new UnfitReplica('diverged');
  }

  private async askStandby(): Promise<StandbyFacts> {
    if (!this.checker) {
      const client = new Client({
        ...connectionTo(this.config.readReplica?.url ?? '', 'standby'),
        keepAlive: true,
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
        application_name: 'tessera-read-check',
      });
      client.on('error', () => undefined);
      this.checker = client;
      await client.connect();
    }
    const { rows } = await this.checker.query<StandbyFacts>(STANDBY_FACTS);
    if (!rows[0]) throw new UnfitReplica('unreachable');
    return rows[0];
  }

  /** @throws when a server with this position must not be read */
  private verify({ recovering, lsn }: { recovering?: unknown; lsn?: unknown }): void {
    if (recovering !== true) throw new UnfitReplica('not_standby');
    const behind = typeof lsn === 'string' ? this.lag.behind(BigInt(lsn), performance.now()) : null;
    if (behind === null || behind > this.maxLagMs) throw new UnfitReplica('lag');
  }

  /** TypeORM connects as it builds its data source, which therefore waits for the first check that passes. */
  private async openPool(): Promise<void> {
    if (this.pool) return;
    const { config, primary } = this;
    const source = new DataSource({
      ...servingOptions(
        { ...config, databaseUrl: config.readReplica?.url ?? '', databasePool: this.size },
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
    // A refusal is the primary's to make: a row may only be missing here.
    if (error instanceof ApiError) return;
    const reason = this.reasonOf(error);
    this.reportFallback(reason);
    if (reason === 'busy' || reason === 'error') return;
    this.asideUntil = performance.now() + ASIDE_MS;
    this.leaveAside(reason, error as Error);
  }

  private reasonOf(error: unknown): Unfit {
    if (error instanceof UnfitReplica) return error.reason;
    const state = sqlStateOf(error);
    // Recovery conflicts and statements that took too long.
    if (['40001', '40P01', '57014'].includes(state)) return 'cancelled';
    // 25006: the work writes, which the primary refuses too.
    if (state === '25006' || !isDatabaseUnavailable(error)) return 'error';
    return this.stats.active >= this.size ? 'busy' : 'unreachable';
  }

  private leaveAside(reason: Unfit, error: Error): void {
    if (reason === 'unreachable') {
      this.replayed = null;
      for (const giveUp of this.waiting) giveUp(new UnfitReplica(reason));
    }
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
        `The read replica is left aside: ${explanations[reason]}${detail}. The primary answers its reads`,
      );
    else if (logged === undefined) this.logger.log('Reads that may lag use the read replica');
    else this.logger.warn('The read replica is used again');
  }

  private closeChecker(): void {
    this.checker?.end().catch(() => undefined);
    this.checker = null;
  }

  private reportFallback(reason: Unfit): void {
    for (const handler of this.fallbackHandlers) handler(reason);
  }
}
