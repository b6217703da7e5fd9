import { Injectable } from '@nestjs/common';
import { type Found, selectOne, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import {
  readLiveOperations,
  lockOperation,
  operationProjection,
  resultConditions,
  resultsProjection,
  resultSorts,
} from './bulk.repository';
import { bulkReason } from './bulk-reasons';
import type { BulkItem, BulkOperationDto, BulkResultsQuery } from './bulk.dto';

/** Bulks that are worked through bit by bit: how far they are, what came of each task, and their abort. */
@Injectable()
export class BulkOperations {
  constructor(private readonly transactions: Transactions) {}

  get(scope: Scope, id: number): Promise<Found<BulkOperationDto>> {
    return this.transactions.read(scope, (tx) => readOperation(tx, id));
  }

  /** What came of each task, by id; `pending` while it is to be done. */
  results(scope: Scope, id: number, query: BulkResultsQuery): Promise<ListAnswer<BulkItem>> {
    const pagination = readPagination(query, resultSorts, 'task_id', 'i.task_id');
    return this.transactions.read(scope, async (tx) => {
      await readOperation(tx, id);
      return {
        pagination,
        page: await selectPage<BulkItem>(tx, resultsProjection, resultConditions(id, query), pagination),
      };
    });
  }

  /** Leaves the tasks alone that nothing was done to yet; one that is over stays as it is. */
  abort(scope: Scope, id: number): Promise<Found<BulkOperationDto>> {
    return this.transactions.run(scope, async (tx) => {
      const operation = await lockOperation(tx, id);
      if (operation?.state === 'queued' || operation?.state === 'running') {
        await tx.execute("UPDATE bulk_operations SET state = 'aborted', finished_at = now() WHERE id = $1", [
          id,
        ]);
      }
      return readOperation(tx, id);
    });
  }
}

/** An operation with its reasons in words; 404 when it isn't there or not the scope's. */
export async function readOperation(tx: Tx, id: number): Promise<Found<BulkOperationDto>> {
  const { version, answer } = await selectOne<BulkOperationDto>(tx, operationProjection, 'o.id = $1', [id]);
  return { version, answer: withReasonTexts(answer) };
}

/** The live stream's projection. */
export const liveOperations = async (tx: Tx, ids: readonly number[]): Promise<BulkOperationDto[]> =>
  (await readLiveOperations(tx, ids)).map(withReasonTexts);

const withReasonTexts = (operation: BulkOperationDto): BulkOperationDto => ({
  ...operation,
  reasons: operation.reasons.map(({ code, count }) => bulkReason(operation.command, code, count)),
});
