import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { Config } from '../config/config';
import type { Tx } from '../database/transactions';
import { QUEUE_SCHEMA } from './install';
import { engineDb } from './task-queue';

/** Channel that says that there is something to deliver. */
export const NOTIFY_CHANNEL = 'tessera_notify';

/** One notification for one device; ids alone, for the engine's tables are outside row-level security. */
export interface Delivery {
  notification_id: number;
  subscription_id: number;
  /** From 1. */
  attempt: number;
}

/** A delivery to be queued. `service`: the push service's host; `after`: seconds from now. */
export type QueuedDelivery = Delivery & { service: string; after?: number };
export type TakenDelivery = Delivery & { job_id: string };

const QUEUE = 'notify';
/** A process that dies while it delivers is found out after two minutes, and another one takes over. */
const options = {
  retryLimit: 3,
  expireInSeconds: 120,
  retentionSeconds: 2 * 24 * 3600,
  deleteAfterSeconds: 3600,
};

/** The queue of web push deliveries, grouped by push service. */
@Injectable()
export class NotifyQueue implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('queue');
  private readonly boss: PgBoss;
  private readonly started = Promise.withResolvers<void>();

  constructor(config: Config) {
    // Upkeep is the task queue's, for all queues; the one connection is for making the queue.
    this.boss = new PgBoss({
      connectionString: config.databaseUrl,
      application_name: 'tessera-notify',
      max: 1,
      schema: QUEUE_SCHEMA,
      migrate: false,
      schedule: false,
      supervise: false,
    });
    this.boss.on('error', (error) => this.logger.warn(`Deliveries' queue: ${error.message}`));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    await this.boss.createQueue(QUEUE, options);
    this.started.resolve();
  }

  /** Resolves once the queue can be used. */
  ready(): Promise<void> {
    return this.started.promise;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  /** Queues deliveries in the caller's transaction, and wakes those who deliver at its commit. */
  async enqueue(tx: Tx, deliveries: readonly QueuedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const jobs = deliveries.map(({ service, after, ...data }) => ({
      data,
      group: { id: service },
      ...(after === undefined ? {} : { startAfter: after }),
    }));
    await this.boss.insert(QUEUE, jobs, { db: engineDb(tx) });
    await tx.query(`SELECT pg_notify('${NOTIFY_CHANNEL}', '')`);
  }

  /** Takes up to `count` deliveries that are due; of one push service at most `perService` are out at a time. */
  async take(tx: Tx, count: number, perService: number): Promise<TakenDelivery[]> {
    const jobs = await this.boss.fetch<Delivery>(QUEUE, {
      batchSize: count,
      groupConcurrency: perService,
      db: engineDb(tx),
    });
    return jobs.map(({ id, data }) => ({ ...data, job_id: id }));
  }

  /** Ends a delivery that was taken, whatever came of it. */
  async settle(tx: Tx, jobId: string): Promise<void> {
    await this.boss.complete(QUEUE, jobId, null, { db: engineDb(tx) });
  }
}
