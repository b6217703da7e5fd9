import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { HotLists, type CachedListPage } from '../../platform/database/hot-lists';
import { KEPT_DAYS } from '../../platform/database/restore';
import { Transactions, type Tx } from '../../platform/database/transactions';
import type { Found } from '../../platform/database/select';
import { notFound, Problem } from '../../platform/errors/problem';
import { readPagination } from '../../platform/http/list-query';
import { checkIfMatch } from '../../platform/http/versions';
import type { Scope } from '../../platform/realm-scope/scope';
import type { TicketChangeDto, TicketDto, TicketListQuery } from './tickets.dto';
import {
  mayUndo,
  ticketConditions,
  ticketList,
  ticketsByIds,
  ticketSorts,
  updateTicket,
} from './tickets.repository';

/** Purchased tickets: what people note about them. They are marks, not refunds. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hotLists: HotLists,
  ) {}

  list(scope: Scope, query: TicketListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, ticketSorts, '-created_at', 'k.id');
    const where = () => ticketConditions(query);
    return this.hotLists.read(scope, ticketList(query), { query, pagination, where, ifNoneMatch });
  }

  get(scope: Scope, id: number): Promise<Found<TicketDto>> {
    return this.transactions.read(scope, (tx) => readTicket(tx, id));
  }

  /**
   * ACTIVE becomes USED or CANCELLED; the same person can set it back to ACTIVE within 15 seconds, after which both are
   * final: else 409 INVALID_STATE. The reference changes in any state.
   */
  change(
    scope: Scope,
    id: number,
    change: TicketChangeDto,
    ifMatch: string | undefined,
  ): Promise<Found<TicketDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lockTicket(tx, id, ifMatch);
      const from = before.answer.status;
      const status = change.status ?? from;
      if (status !== from && from !== 'ACTIVE' && !(status === 'ACTIVE' && (await mayUndo(tx, id)))) {
        throw new Problem('INVALID_STATE', `A ticket that is ${from} stays so`, {
          reason: 'TICKET_FINAL',
          context: { from, command: status, allowed: ['ACTIVE'] },
        });
      }
      const reference =
        change.ticket_reference === undefined ? before.answer.ticket_reference : change.ticket_reference;
      await updateTicket(tx, { id, status, reference: reference || null });
      const after = await readTicket(tx, id);
      if (after.version !== before.version) await note(tx, 'ticket.update', before.answer, after.answer);
      return after;
    });
  }

  /** Soft: it can be restored for 30 days, and stays in the ledger for good. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { answer } = await lockTicket(tx, id, ifMatch);
      await tx.execute('UPDATE tickets SET deleted_at = now() WHERE id = $1', [id]);
      await note(tx, 'ticket.delete', answer, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<TicketDto>> {
    return this.transactions.run(scope, async (tx) => {
      const restored = await tx.execute(
        `UPDATE tickets SET deleted_at = NULL WHERE id = $1 AND deleted_at > now() - interval '${KEPT_DAYS} days'`,
        [id],
      );
      const after = await readTicket(tx, id);
      if (restored > 0) await note(tx, 'ticket.restore', null, after.answer);
      return after;
    });
  }
}

async function readTicket(tx: Tx, id: number): Promise<Found<TicketDto>> {
  const [row] = await ticketsByIds(tx, [id]);
  if (!row) throw notFound('Ticket');
  const { version, ...answer } = row;
  return { version, answer };
}

async function lockTicket(tx: Tx, id: number, ifMatch: string | undefined): Promise<Found<TicketDto>> {
  await tx.query('SELECT 1 FROM tickets WHERE id = $1 FOR UPDATE', [id]);
  const found = await readTicket(tx, id);
  checkIfMatch(ifMatch, found, found.answer);
  return found;
}

const note = (
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
