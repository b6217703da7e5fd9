import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { isDatabaseAway } from '../../platform/errors/database-problem';
import { BULK_CHANNEL, BulkQueue } from '../../platform/queue/bulk-queue';
import { BulkBatches } from './bulk-batches';

/** How often each process looks for parts that have become due; new ones wake it at once. */
const EVERY_MS = 1000;

/** Works bulk operations through while the process lives; of several processes any may do the next part. */
@Injectable()
export class BulkWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('bulk');
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    private readonly parts: BulkBatches,
    private readonly queue: BulkQueue,
    listener: Listener,
  ) {
    listener.on(BULK_CHANNEL, () => this.look());
    listener.onReconnect(() => this.look());
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.looking;
  }

  /** Does parts until none is due; once more afterwards when it was asked meanwhile. */
  private look(): void {
    if (this.stopped) return;
    this.again = this.looking !== null;
    if (this.again) return;
    this.looking = this.drain()
      .catch((error: unknown) => {
        // While the database is away nothing can be taken; the next look finds it back.
        if (!isDatabaseAway(error)) this.logger.error('A part of a bulk is left for later', error);
      })
      .finally(() => {
        this.looking = null;
        if (this.again) this.look();
      });
  }

  private async drain(): Promise<void> {
    // The listener may have heard something while the process starts.
    await this.queue.ready();
    while (!this.stopped && (await this.parts.next()));
  }
}
