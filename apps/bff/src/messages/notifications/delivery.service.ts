import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Listener } from '../../platform/database/listener';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Metrics } from '../../platform/health/metrics';
import {
  NOTIFY_CHANNEL,
  NotifyQueue,
  type QueuedDelivery,
  type TakenDelivery,
} from '../../platform/queue/notify-queue';
import { Runner } from '../../platform/queue/runner';
import { systemScope } from '../../platform/realm-scope/scope';
import { type Outcome, outcomes } from './notifications.dto';
import { type PendingDelivery, PushDeliveriesRepository } from './push-deliveries.repository';
import { notDelivered, type PushResult, PushSender } from './push-sender';
import { PushSubscriptionsRepository } from './push-subscriptions.repository';
import { deliverySettings, isUrgent } from './topics';

/** Counts attempts to deliver push messages. */
@Injectable()
export class PushMetrics {
  private readonly deliveries: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.deliveries = new Counter({
      name: 'tessera_push_deliveries_total',
      help: 'Attempts to deliver a notification to a device, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of outcomes) this.deliveries.inc({ outcome }, 0);
  }

  countDelivery(tx: Tx, outcome: Outcome): void {
    tx.afterCommit(() => this.deliveries.inc({ outcome }));
  }
}

const scope = systemScope('notify');
/** Attempts to push a notification to one device; the first retry comes after 5 s, each next one after twice as long. */
const MAX_ATTEMPTS = 5;
const FIRST_BACKOFF_S = 5;
/** How long to wait after a 429 without Retry-After, and the longest wait that a Retry-After may ask for. */
const DEFAULT_WAIT_S = 60;
const MAX_WAIT_S = 3600;

/** Makes one attempt, then writes the log, the subscription's state and the next attempt in one transaction. */
@Injectable()
export class DeliveryService {
  private readonly stopping = new AbortController();

  constructor(
    private readonly transactions: Transactions,
    private readonly queue: NotifyQueue,
    private readonly sender: PushSender,
    private readonly deliveries: PushDeliveriesRepository,
    private readonly subscriptions: PushSubscriptionsRepository,
    private readonly metrics: PushMetrics,
  ) {}

  /** Aborts running attempts because the process ends; the queue delivers them again. */
  abort(): void {
    this.stopping.abort();
  }

  async deliver(taken: TakenDelivery): Promise<void> {
    const row = await this.transactions.read(scope, (tx) =>
      this.deliveries.findPending(tx, taken.notification_id, taken.subscription_id),
    );
    if (!row) return this.transactions.run(scope, (tx) => this.queue.settle(tx, taken.job_id));
    const wait = Math.max(row.service_wait, quietSeconds(row));
    if (wait > 0) {
      return this.transactions.run(scope, (tx) => this.reschedule(tx, taken, row, Math.ceil(wait)));
    }
    const result = await this.attempt(taken, row);
    if (this.stopping.signal.aborted && result.outcome === 'failed') {
      return this.transactions.run(scope, (tx) => this.reschedule(tx, taken, row, 0));
    }
    await this.transactions.run(scope, (tx) => this.record(tx, taken, row, result));
  }

  private attempt(taken: TakenDelivery, row: PendingDelivery): Promise<PushResult> {
    const { topic } = row;
    const { ttl, urgency } = deliverySettings[topic];
    const secondsLeft = Math.floor(ttl - row.age);
    if (secondsLeft <= 0) return Promise.resolve(notDelivered('TOO_OLD'));
    const { kind, subject, count, seats, title, body, params, language, time_zone, path } = row;
    const at = row.created_at.toISOString();
    return this.sender.send(
      row,
      {
        id: taken.notification_id,
        topic,
        kind,
        subject,
        count,
        seats,
        title,
        body,
        params,
        language,
        time_zone,
        path,
        at,
      },
      { ttl: secondsLeft, urgency },
      this.stopping.signal,
    );
  }

  private async record(
    tx: Tx,
    taken: TakenDelivery,
    row: PendingDelivery,
    result: PushResult,
  ): Promise<void> {
    const { subscription_id, notification_id, attempt } = taken;
    const { outcome, status: response_status, reason, message } = result;
    const { user_id, topic } = row;
    await this.deliveries.insertAttempt(tx, {
      user_id,
      subscription_id,
      notification_id,
      topic,
      outcome,
      response_status,
      reason,
      message,
      attempt,
    });
    this.metrics.countDelivery(tx, outcome);
    if (outcome === 'gone') await this.subscriptions.removeGone(tx, subscription_id, row.endpoint);
    const pause = retryDelay(attempt, result);
    if (outcome === 'waiting') await this.subscriptions.suspend(tx, subscription_id, pause ?? DEFAULT_WAIT_S);
    if (pause === null) await this.queue.settle(tx, taken.job_id);
    else await this.reschedule(tx, { ...taken, attempt: attempt + 1 }, row, pause);
  }

  private async reschedule(
    tx: Tx,
    { job_id, notification_id, subscription_id, attempt }: TakenDelivery,
    row: PendingDelivery,
    after: number,
  ): Promise<void> {
    const next: QueuedDelivery = {
      notification_id,
      subscription_id,
      attempt,
      service: new URL(row.endpoint).host,
      after,
    };
    await this.queue.settle(tx, job_id);
    await this.queue.enqueue(tx, [next]);
  }
}

/** Seconds until the recipient's quiet hours end; 0 when they don't apply to this notification. */
const quietSeconds = ({ topic, quiet, urgent_anyway }: PendingDelivery): number =>
  topic === 'test' || (urgent_anyway && isUrgent(topic)) ? 0 : quiet;

/** Seconds until the next attempt; null when there is none. */
function retryDelay(attempt: number, { again, outcome, retryAfter }: PushResult): number | null {
  if (!again || attempt >= MAX_ATTEMPTS) return null;
  const fallback = outcome === 'waiting' ? DEFAULT_WAIT_S : FIRST_BACKOFF_S * 2 ** (attempt - 1);
  return Math.min(retryAfter ?? fallback, MAX_WAIT_S);
}

/** Deliveries in parallel, in total and to one push service, so that a service that hangs doesn't block the others. */
const MAX_PARALLEL = 16;
const MAX_PER_SERVICE = 8;

/** Takes deliveries from the queue and runs them. */
@Injectable()
export class DeliveryRunner extends Runner {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: NotifyQueue,
    private readonly deliveries: DeliveryService,
    listener: Listener,
  ) {
    super({
      name: 'notify',
      intervalMs: 3000,
      failure: 'Deliveries could not be taken',
      postponed: 'A delivery is postponed',
      maxParallel: MAX_PARALLEL,
    });
    this.wakeOn(listener, NOTIFY_CHANNEL);
  }

  override async stop(): Promise<void> {
    this.deliveries.abort();
    await super.stop();
  }

  protected async poll(): Promise<void> {
    const { room } = this;
    if (room <= 0) return;
    // A notification may arrive before the queue is ready.
    await this.queue.ready();
    const taken = await this.transactions.run(systemScope('notify'), (tx) =>
      this.queue.take(tx, room, MAX_PER_SERVICE),
    );
    for (const delivery of taken) this.start(() => this.deliveries.deliver(delivery));
  }
}
