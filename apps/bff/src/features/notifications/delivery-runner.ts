import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { Transactions } from '../../platform/database/transactions';
import { isDatabaseAway } from '../../platform/errors/database-error';
import { NOTIFY_CHANNEL, NotifyQueue, type TakenDelivery } from '../../platform/queue/notify-queue';
import { systemScope } from '../../platform/realm-scope/scope';
import { DeliveryService } from './delivery.service';

/** Deliveries in parallel, and those to one push service: one that hangs leaves room for the others. */
const MAX_PARALLEL = 16;
const MAX_PER_SERVICE = 8;
/** How often each process polls for due deliveries; a new notification wakes it at once. */
const POLL_MS = 3000;

/** Takes deliveries from the queue and runs them, while the process lives. */
@Injectable()
export class DeliveryRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('notify');
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private polling: Promise<void> | null = null;
  private pollAgain = false;
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly queue: NotifyQueue,
    private readonly deliveries: DeliveryService,
    listener: Listener,
  ) {
    listener.on(NOTIFY_CHANNEL, () => this.poll());
    listener.onReconnect(() => this.poll());
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.poll(), POLL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    this.deliveries.abort();
    await this.polling;
    await Promise.all(this.running);
  }

  /** Takes due deliveries; polls once more afterwards when it was called meanwhile. */
  private poll(): void {
    if (this.stopped) return;
    if (this.polling) {
      this.pollAgain = true;
      return;
    }
    this.polling = this.takeDeliveries()
      .catch((error: unknown) => {
        // While the database is unreachable nothing can be taken; a later poll tries again.
        if (!isDatabaseAway(error)) this.logger.error('Deliveries could not be taken', error);
      })
      .finally(() => {
        this.polling = null;
        if (!this.pollAgain) return;
        this.pollAgain = false;
        this.poll();
      });
  }

  private async takeDeliveries(): Promise<void> {
    const free = MAX_PARALLEL - this.running.size;
    if (free <= 0) return;
    // The listener may wake this before the queue is ready.
    await this.queue.ready();
    const taken = await this.transactions.run(systemScope('notify'), (tx) =>
      this.queue.take(tx, free, MAX_PER_SERVICE),
    );
    for (const delivery of taken) this.start(delivery);
  }

  private start(delivery: TakenDelivery): void {
    const work = this.deliveries
      .deliver(delivery)
      .catch((error: unknown) => this.logger.warn(`A delivery is postponed: ${(error as Error).message}`))
      .finally(() => {
        this.running.delete(work);
        this.poll();
      });
    this.running.add(work);
  }
}
