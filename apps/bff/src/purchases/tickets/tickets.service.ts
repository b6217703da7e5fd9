import { Injectable } from '@nestjs/common';
import { mayMarkTicket } from '@tessera/domain';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { CachedListPage } from '../../platform/database/hot-lists';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TicketChangeDto, TicketDto, TicketListQuery, TicketSumsDto } from './tickets.dto';
import { TicketsRepository } from './tickets.repository';

/** Purchased tickets and what people record about them. A status is a mark; no money moves. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tickets: TicketsRepository,
  ) {}

  list(scope: Scope, query: TicketListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    return this.tickets.list(scope, query, ifNoneMatch);
  }

  /** What the list's tickets cost, by currency and by event. Cancelled ones count: a status is no refund. */
  sums(scope: Scope, query: TicketListQuery): Promise<TicketSumsDto> {
    return this.transactions.read(scope, (tx) => this.tickets.sums(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<TicketDto>> {
    return this.transactions.read(scope, (tx) => this.tickets.get(tx, id));
  }

  /**
   * ACTIVE becomes USED or CANCELLED. The same person can set it back to ACTIVE within 15 seconds; after that both are
   * final and a change gets 409 INVALID_STATE. The reference can change in any status.
   */
  change(
    scope: Scope,
    id: number,
    change: TicketChangeDto,
    ifMatch: string | undefined,
  ): Promise<Found<TicketDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await this.tickets.lock(tx, id, ifMatch);
      const from = before.row.status;
      const status = change.status ?? from;
      if (
        status !== from &&
        !mayMarkTicket(before.row) &&
        !(status === 'ACTIVE' && (await this.tickets.canUndo(tx, id)))
      ) {
        throw new ApiError('INVALID_STATE', `The status of a ticket that is ${from} is final`, {
          reason: 'TICKET_FINAL',
          context: { from, command: status, allowed: ['ACTIVE'] },
        });
      }
      const reference =
        change.ticket_reference === undefined ? before.row.ticket_reference : change.ticket_reference;
      await this.tickets.updateTicket(tx, { id, status, reference: reference || null });
      const after = await this.tickets.get(tx, id);
      if (after.version !== before.version) await auditChange(tx, 'ticket.update', before.row, after.row);
      return after;
    });
  }

  /** Soft delete: it can be restored for 30 days, and its purchase stays in the ledger. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row: ticket } = await this.tickets.lock(tx, id, ifMatch);
      await this.tickets.softDelete(tx, id);
      await auditChange(tx, 'ticket.delete', ticket, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<TicketDto>> {
    return this.transactions.run(scope, async (tx) => {
      const restored = await this.tickets.restore(tx, id);
      const after = await this.tickets.get(tx, id);
      if (restored) await auditChange(tx, 'ticket.restore', null, after.row);
      return after;
    });
  }
}

const auditChange = (
  tx: Tx,
  action: AuditAction,
  before: TicketDto | null,
  after: TicketDto | null,
): Promise<void> =>
  audit(tx, {
    action,
    entity: 'ticket',
    entity_id: (after ?? before)?.id ?? null,
    realm_id: (after ?? before)?.realm_id ?? null,
    before,
    after,
  });
