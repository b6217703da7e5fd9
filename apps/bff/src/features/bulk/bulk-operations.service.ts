import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import type { ListAnswer } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { BulkItem, BulkOperationDto, BulkResultsQuery } from './bulk.dto';
import { BulkRepository } from './bulk.repository';

/** Bulk operations: their progress, their results per task, and their abort. */
@Injectable()
export class BulkOperations {
  constructor(
    private readonly transactions: Transactions,
    private readonly bulks: BulkRepository,
  ) {}

  get(scope: Scope, id: number): Promise<Found<BulkOperationDto>> {
    return this.transactions.read(scope, (tx) => this.bulks.get(tx, id));
  }

  /** The result of each task, by id; `pending` before there is one. */
  listResults(scope: Scope, id: number, query: BulkResultsQuery): Promise<ListAnswer<BulkItem>> {
    return this.transactions.readList(scope, async (tx) => {
      await this.bulks.get(tx, id);
      return this.bulks.listResults(tx, id, query);
    });
  }

  /** Leaves the tasks without a result as they are; a finished operation doesn't change. */
  abort(scope: Scope, id: number): Promise<Found<BulkOperationDto>> {
    return this.transactions.run(scope, async (tx) => {
      const operation = await this.bulks.lock(tx, id);
      if (operation?.state === 'queued' || operation?.state === 'running') {
        await this.bulks.abort(tx, id);
        await audit(tx, {
          action: 'bulk_operation.abort',
          entity: 'bulk_operation',
          entity_id: id,
          realm_id: operation.realm_id,
        });
      }
      return this.bulks.get(tx, id);
    });
  }
}
