import { Injectable } from '@nestjs/common';
import { countRows, type Found, selectOne, selectPage } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import { decodeCursor, encodeCursor, type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { AuditDto, AuditListQuery } from './audit.dto';
import { auditConditions, auditProjection, auditSorts } from './audit.queries';

/** The ledger, for administrators. */
@Injectable()
export class AuditService {
  constructor(private readonly transactions: Transactions) {}

  /** Newest first; by cursor unless a page is asked for, so that depth costs nothing. */
  list(scope: Scope, query: AuditListQuery): Promise<ListAnswer<AuditDto>> {
    const pagination = readPagination(query, auditSorts, '-at', 'a.id');
    const byCursor = query.page === undefined;
    return this.transactions.read(scope, async (tx) => {
      const where = auditConditions(query);
      if (!byCursor || !query.cursor) {
        const page = await selectPage<AuditDto>(tx, auditProjection, where, pagination);
        return { pagination, page: byCursor ? { ...page, nextCursor: next(page.rows, page.total) } : page };
      }
      const total = await countRows(tx, auditProjection, where);
      const { id } = decodeCursor(query.cursor);
      where.add(`a.id ${pagination.descending ? '<' : '>'} ${where.param(id)}`);
      const rest = await selectPage<AuditDto>(tx, auditProjection, where, { ...pagination, offset: 0 });
      return { pagination, page: { rows: rest.rows, total, nextCursor: next(rest.rows, rest.total) } };
    });
  }

  get(scope: Scope, id: number): Promise<Found<AuditDto>> {
    return this.transactions.read(scope, (tx) => selectOne(tx, auditProjection, 'a.id = $1', [id]));
  }
}

/** Where the next part begins; null when these rows are the last of those that are left. */
function next(rows: readonly AuditDto[], left: number): string | null {
  const last = left > rows.length ? rows.at(-1) : undefined;
  return last ? encodeCursor(null, last.id) : null;
}
