import { Injectable } from '@nestjs/common';
import { type Found, selectOne, selectPage } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { LedgerLine, LedgerQuery } from './ledger.dto';
import { ledgerConditions, ledgerProjection, ledgerSorts } from './ledger.repository';

/** What was bought for which customer and by whom: nothing leaves it. */
@Injectable()
export class LedgerService {
  constructor(private readonly transactions: Transactions) {}

  /** Newest first. */
  list(scope: Scope, query: LedgerQuery): Promise<ListAnswer<LedgerLine>> {
    const pagination = readPagination(query, ledgerSorts, '-bought_at', 'k.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<LedgerLine>(tx, ledgerProjection, ledgerConditions(query), pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<LedgerLine>> {
    return this.transactions.read(scope, (tx) =>
      selectOne<LedgerLine>(tx, ledgerProjection, 'k.id = $1', [id]),
    );
  }
}
