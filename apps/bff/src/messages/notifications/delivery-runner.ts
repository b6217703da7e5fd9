import { Injectable } from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { Transactions } from '../../platform/database/transactions';
import { NOTIFY_CHANNEL, NotifyQueue, type TakenDelivery } from '../../platform/queue/notify-queue';
import { Poller } from '../../platform/queue/poller';
import { systemScope } from '../../platform/realm-scope/scope';
import { DeliveryService } from './delivery.service';

/** Deliveries in parallel, in total and to one push service, so that a service that hangs doesn't block the others. */
const MAX_PARALLEL = 16;
const MAX_PER_SERVICE = 8;

/** Takes deliveries from the queue and runs them. */
@Injectable()
export class DeliveryRunner extends Poller {
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly queue: NotifyQueue,
    private readonly deliveries: DeliveryService,
    listener: Listener,
  ) {
    super({ name: 'notify', intervalMs: 3000, failure: 'Deliveries could not be taken' });
    this.wakeOn(listener, NOTIFY_CHANNEL);
  }

  override async stop(): Promise<void> {
    this.deliveries.abort();
    await super.stop();
    await Promise.all(this.running);
  }

  protected async poll(): Promise<void> {
    const free = MAX_PARALLEL - this.running.size;
    if (free <= 0) return;
    // A notification may arrive before the queue is ready.
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
        this.wake();
      });
    this.running.add(work);
  }
}
