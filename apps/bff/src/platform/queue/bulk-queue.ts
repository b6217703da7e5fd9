import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/transactions';
import { currentTraceparent } from '../telemetry/tracing';
import { JobQueue } from './job-queue';
import { QueueEngine } from './queue-engine';

/** Channel that announces due parts of bulk operations. */
export const BULK_CHANNEL = 'tessera_bulk';

/** The next batch of a bulk operation. */
export interface BulkPart {
  operation_id: number;
  /** The trace of the request that started the operation. */
  traceparent?: string;
}

/** A batch is fetched, run and completed in one transaction, so a process that dies releases it at once. */
const options = { retryLimit: 0, retentionSeconds: 14 * 24 * 3600, deleteAfterSeconds: 3600 };

/** The queue of bulk operations, with one job per unfinished operation, so that operations take turns. */
@Injectable()
export class BulkQueue extends JobQueue<BulkPart> {
  constructor(engine: QueueEngine) {
    super(engine, { name: 'bulk', channel: BULK_CHANNEL, options });
  }

  /** Queues an operation's next batch in the caller's transaction; `after`: seconds from now. */
  enqueue(tx: Tx, operationId: number, after = 0): Promise<void> {
    const traceparent = currentTraceparent();
    const data = { operation_id: operationId, ...(traceparent && { traceparent }) };
    return this.insert(tx, [{ data, ...(after > 0 && { startAfter: after }) }]);
  }

  /** Fetches the batch that has waited longest, for this transaction; undefined when none is due. */
  async take(tx: Tx): Promise<(BulkPart & { job_id: string }) | undefined> {
    return (await this.fetch(tx, 1))[0];
  }
}
