import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import type { Config } from '../config/config';
import { silentConnectionLimits } from '../database/data-source';
import { connectionTo } from '../database/hosts';
import type { Tx } from '../database/transactions';
import { QUEUE_SCHEMA } from './install';
import { transactionDb } from './task-queue';

/** A queue's name, the channel that announces new jobs, and the engine's settings. */
export interface QueueSettings {
  name: string;
  channel: string;
  options: Parameters<PgBoss['createQueue']>[1];
}

/** A job to enqueue. `group`: jobs whose concurrency is limited together; `startAfter`: seconds from now. */
export interface QueuedJob<Data> {
  data: Data;
  group?: { id: string };
  startAfter?: number;
}

/** A queue that all server processes share. Its payloads hold only ids. */
export abstract class EngineQueue<Data extends object>
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly logger = new Logger('queue');
  private readonly boss: PgBoss;
  private readonly started = Promise.withResolvers<undefined>();

  protected constructor(
    config: Config,
    private readonly settings: QueueSettings,
  ) {
    // The task queue maintains all queues; this connection only creates this one.
    this.boss = new PgBoss({
      ...silentConnectionLimits,
      ...connectionTo(config.databaseUrl),
      application_name: `tessera-${settings.name}`,
      max: 1,
      schema: QUEUE_SCHEMA,
      migrate: false,
      schedule: false,
      supervise: false,
    });
    this.boss.on('error', (error) => this.logger.warn(`Queue ${settings.name}: ${error.message}`));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    await this.boss.createQueue(this.settings.name, this.settings.options);
    this.started.resolve(undefined);
  }

  /** Resolves once the queue can be used. */
  async ready(): Promise<void> {
    await this.started.promise;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  /** Completes a job that was taken, whatever its outcome. */
  async settle(tx: Tx, jobId: string): Promise<void> {
    await this.boss.complete(this.settings.name, jobId, null, { db: transactionDb(tx) });
  }

  /** Enqueues jobs in the caller's transaction, and wakes the consumers at its commit. */
  protected async insert(tx: Tx, jobs: readonly QueuedJob<Data>[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.boss.insert(this.settings.name, [...jobs], { db: transactionDb(tx) });
    await tx.query("SELECT pg_notify($1, '')", [this.settings.channel]);
  }

  /** Takes up to `count` jobs that are due, for this transaction: a rollback returns them. */
  protected async fetch(
    tx: Tx,
    count: number,
    groupConcurrency?: number,
  ): Promise<(Data & { job_id: string })[]> {
    const jobs = await this.boss.fetch<Data>(this.settings.name, {
      batchSize: count,
      ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
      db: transactionDb(tx),
    });
    return jobs.map(({ id, data }) => ({ ...data, job_id: id }));
  }
}
