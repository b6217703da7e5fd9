import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/transactions';
import { JobQueue } from './job-queue';
import { QueueEngine } from './queue-engine';

/** Channel that announces new deliveries. */
export const NOTIFY_CHANNEL = 'tessera_notify';

/** One notification for one device. */
export interface Delivery {
  notification_id: number;
  subscription_id: number;
  /** From 1. */
  attempt: number;
}

/** A delivery to be queued. `service`: the push service's host; `after`: seconds from now. */
export type QueuedDelivery = Delivery & { service: string; after?: number };
export type TakenDelivery = Delivery & { job_id: string };

/** The deliveries of a process that died are taken over after two minutes. */
const options = {
  retryLimit: 3,
  expireInSeconds: 120,
  retentionSeconds: 2 * 24 * 3600,
  deleteAfterSeconds: 3600,
};

/** The queue of web push deliveries, grouped by push service. */
@Injectable()
export class NotifyQueue extends JobQueue<Delivery> {
  constructor(engine: QueueEngine) {
    super(engine, { name: 'notify', channel: NOTIFY_CHANNEL, options });
  }

  /** Queues deliveries in the caller's transaction. */
  enqueue(tx: Tx, deliveries: readonly QueuedDelivery[]): Promise<void> {
    return this.insert(
      tx,
      deliveries.map(({ service, after, ...data }) => ({
        data,
        group: { id: service },
        ...(after === undefined ? {} : { startAfter: after }),
      })),
    );
  }

  /** Takes up to `count` deliveries that are due; at most `perService` of one push service run at a time. */
  take(tx: Tx, count: number, perService: number): Promise<TakenDelivery[]> {
    return this.fetch(tx, count, perService);
  }
}
