import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { loginName, textOrder } from '../../platform/database/display-names';
import { type CachedListPage, type HotList, HotLists } from '../../platform/database/hot-lists';
import { RESTORABLE_DAYS } from '../../platform/database/row-writes';
import { findMatches } from '../../platform/database/search-matches';
import { type Found, lockFound, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { Ticket } from './ticket.entity';
import {
  type EventTicketSum,
  TicketDto,
  type TicketListQuery,
  type TicketStatus,
  ticketStatuses,
  type TicketSumsDto,
} from './tickets.dto';

/** Most events whose sums are returned. */
const SUMMED_EVENTS = 100;

/**
 * Seats and prices of tickets by currency and by event.
 *
 * @param from SQL of a FROM clause in which `k` are the tickets
 */
export async function sumTickets(tx: Tx, from: string, where: Conditions): Promise<TicketSumsDto> {
  const rows = await tx.query<Omit<EventTicketSum, 'event_id'> & { event_id: number | null }>(
    `SELECT k.event_id, max(k.event_name) AS event_name, k.currency, count(*)::int AS seats,
       coalesce(sum(k.price), 0)::float8 AS amount
     ${from} WHERE ${where.sql}
     GROUP BY GROUPING SETS ((k.currency, k.event_id), (k.currency)) ORDER BY seats DESC, event_name, k.event_id`,
    where.params,
  );
  const totals = rows.filter(({ event_id }) => event_id === null);
  const events = rows.flatMap(({ event_id, ...sum }) => (event_id === null ? [] : [{ ...sum, event_id }]));
  return {
    totals: totals.map(({ currency, seats, amount }) => ({ currency, seats, amount })),
    events: events.slice(0, SUMMED_EVENTS),
  };
}

const ticket = {
  what: 'Ticket',
  columns: `k.id, k.realm_id, k.hold_id, k.task_id, k.job_id, k.login_id, k.login_email,
  ${loginName('l')} AS login_name, k.site_id, k.event_id,
  k.event_guid, k.event_name, k.area, k."row", k.seat, k.price::float8 AS price, k.currency, k.status,
  k.ticket_reference, k.confirmed_by, k.late, k.over_limit, k.over_budget, k.created_at, k.updated_at`,
  from: 'FROM tickets k JOIN logins l ON l.realm_id = k.realm_id AND l.id = k.login_id',
  version: 'k.version',
};

/** SQL of the fields that `sort` may name. */
const ticketSorts = {
  created_at: 'k.created_at',
  updated_at: 'k.updated_at',
  event_name: textOrder('k.event_name'),
  area: textOrder('k.area'),
  login_email: textOrder('k.login_email'),
  login_name: textOrder(loginName('l')),
  price: 'k.price',
  status: 'k.status',
};

/** The list's filters; `found` are the tickets that `q` finds, if they were looked up. */
function ticketConditions(query: TicketListQuery, found?: readonly number[] | null): Conditions {
  const where = new Conditions()
    .add('k.deleted_at IS NULL')
    .words('k.status', query.status, 'status', ticketStatuses);
  for (const field of ['event_id', 'site_id', 'login_id', 'task_id', 'job_id', 'realm_id'] as const) {
    where.ids(`k.${field}`, query[field], field);
  }
  where.period('k.created_at', query.created_from, query.created_to);
  return where.searchFound(
    'k.id',
    found,
    ['k.event_name', 'k.login_email', 'l.name', 'k.area', 'k.seat', 'k.ticket_reference'],
    query.q,
  );
}

/** The list. Only a search needs the logins for the count. */
const ticketList = ({ q }: TicketListQuery): HotList => ({
  ...ticket,
  row: TicketDto,
  counted: q ? ticket.from : 'FROM tickets k',
  dependsOn: ['tickets', 'logins'],
});

/** How long after setting a status the same person may undo it: the 10 s of the Undo button, and the request's own time. */
const UNDO_SECONDS = 15;

/** Reads and writes tickets. */
@Injectable()
export class TicketsRepository {
  constructor(private readonly hotLists: HotLists) {}

  /** A page of the list, newest first by default. */
  list(scope: Scope, query: TicketListQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, ticketSorts, '-created_at', 'k.id');
    const where = (found?: readonly number[] | null) => ticketConditions(query, found);
    const search = { table: 'tickets', text: query.q } as const;
    return this.hotLists.read(scope, ticketList(query), { query, pagination, where, search, ifNoneMatch });
  }

  /** Seats and prices of all tickets that the list's filters find, by currency and by event. */
  async sums(tx: Tx, query: TicketListQuery): Promise<TicketSumsDto> {
    const where = ticketConditions(query, await findMatches(tx, 'tickets', query.q));
    return sumTickets(tx, query.q ? ticket.from : 'FROM tickets k', where);
  }

  /** Tickets by id, in the order of the ids; those that are deleted are left out. */
  findByIds(tx: Tx, ids: readonly number[]): Promise<TicketDto[]> {
    return tx.query<TicketDto>(
      `SELECT ${ticket.columns} ${ticket.from} WHERE k.id = ANY ($1::int[]) AND k.deleted_at IS NULL
       ORDER BY array_position($1::int[], k.id)`,
      [ids],
    );
  }

  /** @throws 404 when the scope doesn't see the ticket */
  get(tx: Tx, id: number): Promise<Found<TicketDto>> {
    return selectOne(tx, ticket, 'k.id = $1 AND k.deleted_at IS NULL', [id]);
  }

  /** Locks the ticket and reads it. @throws 404, or 412 when `If-Match` names another version */
  lock(tx: Tx, id: number, ifMatch: string | undefined): Promise<Found<TicketDto>> {
    return lockFound(tx, 'tickets', id, (within, ticketId) => this.get(within, ticketId), ifMatch);
  }

  /** Whether the caller set the ticket's status recently enough to undo it. */
  async canUndo(tx: Tx, id: number): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM tickets WHERE id = $1 AND status_changed_by = $2
         AND status_changed_at > now() - interval '${UNDO_SECONDS} seconds'`,
      [id, tx.scope.actor.userId],
    );
    return rows.length > 0;
  }

  /** Sets a ticket's status and reference, and records who changed the status. */
  async updateTicket(
    tx: Tx,
    { id, status, reference }: { id: number; status: TicketStatus; reference: string | null },
  ): Promise<void> {
    await tx.execute(
      `UPDATE tickets SET status = $2, ticket_reference = $3,
         status_changed_at = CASE WHEN status = $2 THEN status_changed_at ELSE now() END,
         status_changed_by = CASE WHEN status = $2 THEN status_changed_by ELSE $4 END
       WHERE id = $1`,
      [id, status, reference, tx.scope.actor.userId],
    );
  }

  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.manager.softDelete(Ticket, { id });
  }

  /** Undoes a deletion of the last 30 days; returns whether there was one. A reversed record stays reversed. */
  async restore(tx: Tx, id: number): Promise<boolean> {
    const restored = await tx.execute(
      `UPDATE tickets SET deleted_at = NULL WHERE id = $1 AND reversed_at IS NULL AND deleted_at > now() - interval '${RESTORABLE_DAYS} days'`,
      [id],
    );
    return restored > 0;
  }
}
