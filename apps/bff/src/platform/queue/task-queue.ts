import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { PgBoss } from 'pg-boss';
import { Config } from '../config/config';
import { silentConnectionLimits } from '../database/data-source';
import { connectionTo } from '../database/hosts';
import type { Tx } from '../database/transactions';
import { currentTraceparent, inSpan } from '../telemetry/tracing';
import { QUEUE_SCHEMA } from './install';
import { WAKE_CHANNEL } from './wakeups';

/** One run of a task to be queued. `start_after`: an ISO instant, or seconds from now; null is now. */
export interface QueuedRun {
  task_id: number;
  site_id: number;
  realm_id: number;
  start_after: string | number | null;
  /** The run's id if the caller has chosen it. */
  run_id?: string;
}

/** A run that was taken from the queue, and the task it is for. */
export interface TakenRun {
  run_id: string;
  task_id: number;
  /** Seconds since it was due, by the database's clock. */
  waited_s: number;
  /** The trace of what queued it. */
  traceparent: string | undefined;
}

const DAY = 24 * 60 * 60;
/** Tasks retry and expire by their leases, so the engine neither retries nor expires their runs. */
const queueOptions = {
  retryLimit: 0,
  expireInSeconds: DAY,
  retentionSeconds: 14 * DAY,
  deleteAfterSeconds: 3600,
};

/** Name of a site's queue (`queue_name` of its tasks). */
export const queueName = (siteId: number): string => `site.${siteId}`;

/** The queue engine: one queue per site, one engine job per run of a task, grouped by realm. */
@Injectable()
export class TaskQueue implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('queue');
  private readonly boss: PgBoss;
  private readonly known = new Set<number>();

  constructor(config: Config) {
    // Separate connections: a transaction that enqueues must never wait for the pool that its connection belongs to.
    this.boss = new PgBoss({
      ...silentConnectionLimits,
      ...connectionTo(config.databaseUrl),
      application_name: 'tessera-queue',
      max: 2,
      schema: QUEUE_SCHEMA,
      migrate: false,
      schedule: false,
      supervise: true,
    });
    this.boss.on('error', (error) => this.logger.warn(`Queue maintenance: ${error.message}`));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  /** Throws unless the engine responds; for `/readyz`. */
  async check(): Promise<void> {
    if ((await this.boss.schemaVersion()) === null) throw new Error('The queue has no tables');
  }

  /** Queues runs in the caller's transaction and wakes the workers' long polls at its commit. Returns the runs' ids in order. */
  enqueue(tx: Tx, runs: readonly QueuedRun[]): Promise<string[]> {
    const attributes = { 'messaging.system': 'pg-boss', 'messaging.batch.message_count': runs.length };
    return inSpan('queue tasks', { kind: SpanKind.PRODUCER, attributes }, () => this.insert(tx, runs));
  }

  private async insert(tx: Tx, runs: readonly QueuedRun[]): Promise<string[]> {
    const traceparent = currentTraceparent();
    const identified = runs.map((run) => ({ ...run, id: run.run_id ?? randomUUID() }));
    const bySite = Map.groupBy(identified, ({ site_id }) => site_id);
    for (const [siteId, group] of bySite) {
      await this.ensure(siteId);
      const jobs = group.map(({ id, task_id, realm_id, start_after }) => ({
        id,
        data: { task_id, ...(traceparent && { traceparent }) },
        group: { id: String(realm_id) },
        ...(start_after === null ? {} : { startAfter: start_after }),
      }));
      await this.boss.insert(queueName(siteId), jobs, { db: transactionDb(tx) });
    }
    if (bySite.size > 0) {
      await tx.query(`SELECT pg_notify('${WAKE_CHANNEL}', site::text) FROM unnest($1::int[]) AS site`, [
        [...bySite.keys()],
      ]);
    }
    return identified.map(({ id }) => id);
  }

  /**
   * Takes up to `count` runs of a site that are due, for this transaction: a rollback returns them. At most
   * `perRealm` runs of a realm are taken at a time, and none of `notRealms`.
   */
  async take(
    tx: Tx,
    siteId: number,
    count: number,
    perRealm: number,
    notRealms: readonly number[],
  ): Promise<TakenRun[]> {
    if (!this.known.has(siteId)) await this.ensure(siteId);
    const jobs = await this.boss.fetch<{ task_id: number; traceparent?: string }>(queueName(siteId), {
      batchSize: count,
      groupConcurrency: perRealm,
      ignoreGroups: notRealms.map(String),
      includeMetadata: true,
      db: transactionDb(tx),
    });
    return jobs.map(({ id, data, createdOn, startAfter, startedOn }) => ({
      run_id: id,
      task_id: data.task_id,
      traceparent: data.traceparent,
      waited_s: (startedOn.getTime() - Math.max(createdOn.getTime(), startAfter.getTime())) / 1000,
    }));
  }

  /** Ends runs that were taken. */
  async settle(tx: Tx, siteId: number, runIds: readonly string[]): Promise<void> {
    if (runIds.length > 0)
      await this.boss.complete(queueName(siteId), [...runIds], null, { db: transactionDb(tx) });
  }

  /** Creates a site's queue on first use, over the engine's connection. */
  private async ensure(siteId: number): Promise<void> {
    if (this.known.has(siteId)) return;
    await this.boss.createQueue(queueName(siteId), queueOptions);
    this.known.add(siteId);
  }
}

/** Lets the engine run its statements in a transaction of ours. */
export const transactionDb = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.query(text, values) }),
});
