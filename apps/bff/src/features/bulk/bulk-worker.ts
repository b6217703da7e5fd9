import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { isDatabaseAway } from '../../platform/errors/database-error';
import { BULK_CHANNEL, BulkQueue } from '../../platform/queue/bulk-queue';
import { BulkBatches } from './bulk-batches';

/** How often each process polls for due batches; new ones wake it at once. */
const POLL_MS = 1000;

/** Runs batches of bulk operations while the process lives. Of several processes any can run the next batch. */
@Injectable()
export class BulkWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('bulk');
  private timer: NodeJS.Timeout | null = null;
  private polling: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    private readonly batches: BulkBatches,
    private readonly queue: BulkQueue,
    listener: Listener,
  ) {
    listener.on(BULK_CHANNEL, () => this.poll());
    listener.onReconnect(() => this.poll());
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.poll(), POLL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.polling;
  }

  /** Runs batches until none is due; a call during a run makes it poll once more afterwards. */
  private poll(): void {
    if (this.stopped) return;
    this.again = this.polling !== null;
    if (this.again) return;
    this.polling = this.drain()
      .catch((error: unknown) => {
        // Without a database nothing can run; a later poll finds it again.
        if (!isDatabaseAway(error))
          this.logger.error('A batch of a bulk operation failed and is left for later', error);
      })
      .finally(() => {
        this.polling = null;
        if (this.again) this.poll();
      });
  }

  private async drain(): Promise<void> {
    // A notification may arrive before the queue is ready.
    await this.queue.ready();
    while (!this.stopped && (await this.batches.next()));
  }
}
