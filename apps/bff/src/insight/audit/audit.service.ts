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
    return this.transactions.readAllowingLag(readable(scope), async (tx) => ({
      pagination,
      page: await this.entries.list(tx, query, pagination, realmOf(scope)),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<AuditDto>> {
    return this.transactions.read(readable(scope), (tx) => this.entries.read(tx, id, realmOf(scope)));
  }
}

/** The rehearsal's realm within a rehearsal, whose entries alone are read there; null outside. */
const realmOf = (scope: Scope): number | null => (scope.kind === 'realm' ? scope.realmId : null);

/** Only administrators read the log. A realm's role doesn't reach all that entries name. */
const readable = (scope: Scope): Scope =>
  scope.kind === 'realm' ? { kind: 'all', actor: scope.actor } : scope;
