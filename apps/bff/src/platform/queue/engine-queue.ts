import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import type { Config } from '../config/config';
import { givenUpWhenSilent } from '../database/data-source';
import type { Tx } from '../database/transactions';
import { QUEUE_SCHEMA } from './install';
import { engineDb } from './task-queue';

/** What a queue is: its name, the channel that says that something is in it, and the engine's own settings. */
export interface QueueSettings {
  name: string;
  channel: string;
  options: Parameters<PgBoss['createQueue']>[1];
}

/** A job to be queued. `group`: those of one group share a place in line; `startAfter`: seconds from now. */
export interface QueuedJob<Data> {
  data: Data;
  group?: { id: string };
  startAfter?: number;
}

/** A queue of the engine that the processes of the server share; its payloads are ids alone. */
export abstract class EngineQueue<Data extends object>
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly logger = new Logger('queue');
  private readonly boss: PgBoss;
  private readonly started = Promise.withResolvers<void>();

  protected constructor(
    config: Config,
    private readonly settings: QueueSettings,
  ) {
    // Upkeep is the task queue's, for all queues; the one connection is for making the queue.
    this.boss = new PgBoss({
      ...givenUpWhenSilent,
      connectionString: config.databaseUrl,
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
    this.started.resolve();
  }

  /** Resolves once the queue can be used. */
  ready(): Promise<void> {
    return this.started.promise;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  /** Ends a job that was taken, whatever came of it. */
  async settle(tx: Tx, jobId: string): Promise<void> {
    await this.boss.complete(this.settings.name, jobId, null, { db: engineDb(tx) });
  }

  /** Queues jobs in the caller's transaction, and wakes those who take them at its commit. */
  protected async insert(tx: Tx, jobs: readonly QueuedJob<Data>[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.boss.insert(this.settings.name, [...jobs], { db: engineDb(tx) });
    await tx.query("SELECT pg_notify($1, '')", [this.settings.channel]);
  }

  /** Takes up to `count` jobs that are due, for this transaction: a rollback gives them back. */
  protected async fetch(
    tx: Tx,
    count: number,
    groupConcurrency?: number,
  ): Promise<(Data & { job_id: string })[]> {
    const jobs = await this.boss.fetch<Data>(this.settings.name, {
      batchSize: count,
      ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
      db: engineDb(tx),
    });
    return jobs.map(({ id, data }) => ({ ...data, job_id: id }));
  }
}
