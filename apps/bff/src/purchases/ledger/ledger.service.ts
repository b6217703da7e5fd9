import { Injectable } from '@nestjs/common';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import type { ListAnswer } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TicketSumsDto } from '../tickets/tickets.dto';
import type { LedgerLine, LedgerQuery } from './ledger.dto';
import { LedgerRepository } from './ledger.repository';

/** The purchase ledger: every purchase for good, with its customer and its buyer. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: LedgerRepository,
  ) {}

  list(scope: Scope, query: LedgerQuery): Promise<ListAnswer<LedgerLine>> {
    return this.transactions.readAllowingLag(scope, (tx) => this.ledger.list(tx, query));
  }

  sums(scope: Scope, query: LedgerQuery): Promise<TicketSumsDto> {
    return this.transactions.readAllowingLag(scope, (tx) => this.ledger.sums(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<LedgerLine>> {
    return this.transactions.read(scope, (tx) => this.ledger.get(tx, id));
  }
}
