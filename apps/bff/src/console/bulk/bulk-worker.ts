import { Injectable } from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { BULK_CHANNEL, BulkQueue } from '../../platform/queue/bulk-queue';
import { Poller } from '../../platform/queue/poller';
import { BulkBatches } from './bulk-batches';

/** Runs batches of bulk operations. Of several processes any can run the next batch. */
@Injectable()
export class BulkWorker extends Poller {
  constructor(
    private readonly batches: BulkBatches,
    private readonly queue: BulkQueue,
    listener: Listener,
  ) {
    super({
      name: 'bulk',
      intervalMs: 1000,
      failure: 'A batch of a bulk operation failed and is left for later',
    });
    this.wakeOn(listener, BULK_CHANNEL);
  }

  /** Runs batches until none is due. */
  protected async poll(): Promise<void> {
    // A notification may arrive before the queue is ready.
    await this.queue.ready();
    while (!this.isStopped && (await this.batches.runNext()));
  }
}
