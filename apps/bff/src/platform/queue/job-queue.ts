import type { OnApplicationBootstrap } from '@nestjs/common';
import type { PgBoss } from 'pg-boss';
import type { Tx } from '../database/transactions';
import type { QueueEngine } from './queue-engine';

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
export abstract class JobQueue<Data extends object> implements OnApplicationBootstrap {
  private readonly opened = Promise.withResolvers<undefined>();

  protected constructor(
    private readonly engine: QueueEngine,
    private readonly settings: QueueSettings,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const boss = await this.engine.start();
    await boss.createQueue(this.settings.name, this.settings.options);
    this.opened.resolve(undefined);
  }

  /** Resolves once the queue can be used. */
  async ready(): Promise<void> {
    await this.opened.promise;
  }

  /** Completes a job that was taken, whatever its outcome. */
  async settle(tx: Tx, jobId: string): Promise<void> {
    const boss = await this.engine.start();
    await boss.complete(this.settings.name, jobId, null, { db: transactionDb(tx) });
  }

  /** Enqueues jobs in the caller's transaction, and wakes the consumers at its commit. */
  protected async insert(tx: Tx, jobs: readonly QueuedJob<Data>[]): Promise<void> {
    if (jobs.length === 0) return;
    const boss = await this.engine.start();
    await boss.insert(this.settings.name, [...jobs], { db: transactionDb(tx) });
    await tx.query("SELECT pg_notify($1, '')", [this.settings.channel]);
  }

  /** Takes up to `count` jobs that are due, for this transaction: a rollback returns them. */
  protected async fetch(
    tx: Tx,
    count: number,
    groupConcurrency?: number,
  ): Promise<(Data & { job_id: string })[]> {
    const boss = await this.engine.start();
    const jobs = await boss.fetch<Data>(this.settings.name, {
      batchSize: count,
      ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
      db: transactionDb(tx),
    });
    return jobs.map(({ id, data }) => ({ ...data, job_id: id }));
  }
}

/** Lets the engine run its statements in a transaction of ours. */
const transactionDb = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.query(text, values) }),
});
