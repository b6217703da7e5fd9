import { Injectable } from '@nestjs/common';
import { AccessLoss } from '../../platform/access/access-loss';
import { auditAll, auditEntriesOf, type AuditEntry } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { BulkItem, BulkOperationDto, BulkResultsQuery } from './bulk.dto';
import { BulkRepository } from './bulk.repository';

/** Bulk operations: their progress, their results per task, and their abort. */
@Injectable()
export class BulkOperations {
  constructor(
    accessLoss: AccessLoss,
    private readonly transactions: Transactions,
    private readonly bulks: BulkRepository,
  ) {
    accessLoss.onAccount(async (tx, { id, deleted }) => ({
      audit: abortEntries(await this.bulks.abortOfUser(tx, id, { all: deleted })),
    }));
    accessLoss.onSuspension(async (tx, realmId) =>
      abortEntries((await this.bulks.abortOfRealm(tx, realmId)).map((id) => ({ id, realm_id: realmId }))),
    );
  }

  get(scope: Scope, id: number): Promise<Found<BulkOperationDto>> {
    return this.transactions.read(scope, (tx) => this.bulks.get(tx, id));
  }

  /** The result of each task, by id; `pending` before there is one. */
  listResults(scope: Scope, id: number, query: BulkResultsQuery): Promise<ListResponse<BulkItem>> {
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
        await auditAll(tx, abortEntries([operation]));
      }
      return this.bulks.get(tx, id);
    });
  }
}

const abortEntries = (operations: readonly { id: number; realm_id: number }[]): AuditEntry[] =>
  auditEntriesOf('bulk_operation.abort', 'bulk_operation', operations);
