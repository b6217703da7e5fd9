import { Injectable } from '@nestjs/common';
import { Config } from '../config/config';
import type { Tx } from '../database/transactions';
import { EngineQueue } from './engine-queue';

/** Channel that says that a bulk operation can go on. */
export const BULK_CHANNEL = 'tessera_bulk';

/** The next part of a bulk operation. */
export interface BulkPart {
  operation_id: number;
}

/** A part is taken, done and settled in one transaction: a process that dies gives it back at once. */
const options = { retryLimit: 0, retentionSeconds: 14 * 24 * 3600, deleteAfterSeconds: 3600 };

/** The queue of bulk operations: one job for each that isn't over, so that they take turns. */
@Injectable()
export class BulkQueue extends EngineQueue<BulkPart> {
  constructor(config: Config) {
    super(config, { name: 'bulk', channel: BULK_CHANNEL, options });
  }

  /** Queues an operation's next part in the caller's transaction; `after`: seconds from now. */
  enqueue(tx: Tx, operationId: number, after = 0): Promise<void> {
    return this.insert(tx, [
      { data: { operation_id: operationId }, ...(after > 0 && { startAfter: after }) },
    ]);
  }

  /** Takes the part that has waited longest, for this transaction; undefined when none is due. */
  async take(tx: Tx): Promise<(BulkPart & { job_id: string }) | undefined> {
    return (await this.fetch(tx, 1))[0];
  }
}
