import { Injectable } from '@nestjs/common';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { AuditDto, AuditListQuery } from './audit.dto';
import { AuditRepository, auditSorts } from './audit.repository';

/** The audit log, for administrators. */
@Injectable()
export class AuditService {
  constructor(
    private readonly transactions: Transactions,
    private readonly entries: AuditRepository,
  ) {}

  /** Newest first. */
  list(scope: Scope, query: AuditListQuery): Promise<ListAnswer<AuditDto>> {
    const pagination = readPagination(query, auditSorts, '-at', 'a.id');
    return this.transactions.readAllowingLag(scope, async (tx) => ({
      pagination,
      page: await this.entries.list(tx, query, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<AuditDto>> {
    return this.transactions.read(scope, (tx) => this.entries.read(tx, id));
  }
}
