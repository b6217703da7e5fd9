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
import { Deliveries } from './deliveries';

/** Messages on their way at a time, and of those to one push service: one that hangs leaves room for the others. */
const AT_ONCE = 16;
const PER_SERVICE = 8;
/** How often each process looks for what has become due; new messages wake it at once. */
const EVERY_MS = 3000;

/** Takes deliveries from the queue and makes them, while the process lives. */
@Injectable()
export class Deliverer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('notify');
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly queue: NotifyQueue,
    private readonly deliveries: Deliveries,
    listener: Listener,
  ) {
    listener.on(NOTIFY_CHANNEL, () => this.look());
    listener.onReconnect(() => this.look());
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    this.deliveries.stop();
    await this.looking;
    await Promise.all(this.running);
  }

  /** Looks for due deliveries; once more afterwards when it was asked meanwhile. */
  private look(): void {
    if (this.stopped) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = this.fill()
      .catch((error: unknown) => {
        // While the database is away nothing can be taken; the next look finds it back.
        if (!isDatabaseAway(error)) this.logger.error('Deliveries could not be taken', error);
      })
      .finally(() => {
        this.looking = null;
        if (!this.again) return;
        this.again = false;
        this.look();
      });
  }

  private async fill(): Promise<void> {
    const free = AT_ONCE - this.running.size;
    if (free <= 0) return;
    // The listener may have heard something while the process starts.
    await this.queue.ready();
    const taken = await this.transactions.run(systemScope('notify'), (tx) =>
      this.queue.take(tx, free, PER_SERVICE),
    );
    for (const delivery of taken) this.start(delivery);
  }

  private start(delivery: TakenDelivery): void {
    const work = this.deliveries
      .make(delivery)
      .catch((error: unknown) =>
        this.logger.warn(`A delivery is left for later: ${(error as Error).message}`),
      )
      .finally(() => {
        this.running.delete(work);
        this.look();
      });
    this.running.add(work);
  }
}
