import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { actorName, loginName, siteName, textOrder } from '../../platform/database/display-names';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { findMatches, likePattern } from '../../platform/database/search-matches';
import type { Tx } from '../../platform/database/transactions';
import { COUNT_CAP, type ListResponse } from '../../platform/http/list-query';
import type { TicketSumsDto } from '../tickets/tickets.dto';
import { sumTickets } from '../tickets/tickets.repository';
import { buyerKinds, type LedgerLine, type LedgerQuery } from './ledger.dto';

/** The buyer is the actor in the audit log of the purchase's transaction. */
const buyer = `LEFT JOIN LATERAL (SELECT ${actorName('a')} AS who, CASE a.actor_kind WHEN 'worker' THEN 'worker' ELSE 'person' END AS kind
    FROM audit a WHERE a.entity = 'ticket' AND a.entity_id = k.id::text AND a.action = 'ticket.purchase'
    ORDER BY a.id LIMIT 1) b ON true`;

/** Who reversed the record, by the audit log as well. */
const reverser = `LEFT JOIN LATERAL (SELECT ${actorName('a')} AS who
    FROM audit a WHERE k.reversed_at IS NOT NULL AND a.entity = 'ticket' AND a.entity_id = k.id::text
      AND a.action = 'ticket.reverse' ORDER BY a.id LIMIT 1) v ON true`;

/** A query with the purchases that `q` finds, if they were looked up. */
type FoundQuery = LedgerQuery & { found?: readonly number[] | null };

/** The list's filters. Deleted and cancelled tickets stay in the ledger, because they were bought, and reversed records as what people said. */
function ledgerConditions(query: FoundQuery): Conditions {
  const where = new Conditions().words('b.kind', query.buyer_kind, 'buyer_kind', buyerKinds);
  for (const field of ['event_id', 'site_id', 'login_id', 'job_id', 'realm_id'] as const) {
    where.ids(`k.${field}`, query[field], field);
  }
  if (query.customer) where.add(`k.customer_identity = canonical_email(${where.param(query.customer)})`);
  where
    .equal('k.over_limit', query.over_limit)
    .equal('k.over_budget', query.over_budget)
    .equal('k.reversed_at IS NOT NULL', query.reversed)
    .searchFound(
      'k.id',
      query.found,
      [
        'k.customer_identity',
        'k.login_email',
        'l.name',
        'b.who',
        'k.event_name',
        'k.area',
        'k.seat',
        'k.ticket_reference',
      ],
      query.q,
    );
  return where.period('k.created_at', query.from, query.to);
}

/** A purchase with its customer and buyer, also when its ticket was deleted. */
const source: RowSource<FoundQuery> = {
  what: 'Ledger line',
  table: 'tickets',
  columns: `k.id, k.created_at AS bought_at, k.realm_id, r.name AS realm_name, k.customer_identity, k.login_id, k.login_email,
    ${loginName('l')} AS login_name,
    b.kind AS buyer_kind, b.who AS buyer, k.site_id, ${siteName('s')} AS site_name, k.event_id,
    k.event_guid, k.event_name, k.area, k."row", k.seat, k.price::float8 AS price, k.currency, k.status, k.ticket_reference,
    t.order_key, k.task_id, nullif(t.name, '') AS task_name, k.job_id, j.name AS job_name, k.late, k.over_limit, k.over_budget,
    k.deleted_at IS NOT NULL AND k.reversed_at IS NULL AS deleted, k.confirmed_by, k.reversed_at,
    v.who AS reversed_by, k.reversal_reason, k.replaced_by`,
  from: `FROM tickets k
    JOIN realms r ON r.id = k.realm_id
    JOIN logins l ON l.realm_id = k.realm_id AND l.id = k.login_id
    JOIN sites s ON s.id = k.site_id
    LEFT JOIN tasks t ON t.realm_id = k.realm_id AND t.id = k.task_id
    LEFT JOIN jobs j ON j.realm_id = k.realm_id AND j.id = k.job_id
    ${buyer}
    ${reverser}`,
  id: 'k.id',
  version: 'k.version',
  filter: ledgerConditions,
  sorts: {
    bought_at: 'k.created_at',
    customer_identity: textOrder('k.customer_identity'),
    event_name: textOrder('k.event_name'),
    buyer: textOrder('b.who'),
    login_name: textOrder(loginName('l')),
    price: 'k.price',
  },
  defaultSort: '-bought_at',
};

/** Reads the purchase ledger. */
@Injectable()
export class LedgerRepository extends RowReader<LedgerLine, FoundQuery> {
  constructor() {
    super(source);
  }

  override async list(tx: Tx, query: LedgerQuery): Promise<ListResponse<LedgerLine>> {
    return super.list(tx, { ...query, found: await this.findMatches(tx, query.q) });
  }

  /** Seats and prices of the purchases that the list's filters find, without reversed records unless these are listed alone. */
  async sums(tx: Tx, query: LedgerQuery): Promise<TicketSumsDto> {
    const found = await this.findMatches(tx, query.q);
    const where = ledgerConditions({ ...query, found, reversed: query.reversed ?? false });
    // Only these need the logins and the buyers.
    const from = query.q || query.buyer_kind ? source.from : 'FROM tickets k';
    return sumTickets(tx, from, where);
  }

  /** The purchases that a search finds by their tickets or buyers; undefined or null when they are read by the text. */
  private async findMatches(tx: Tx, q: string | undefined): Promise<number[] | null | undefined> {
    const tickets = await findMatches(tx, 'tickets', q);
    if (!tickets || !q) return tickets;
    const bought = await tx.query<{ id: number }>(
      `SELECT a.entity_id::int AS id FROM audit a WHERE a.entity = 'ticket' AND a.action = 'ticket.purchase'
         AND (${actorName('a')}) ILIKE $1 LIMIT ${COUNT_CAP + 1}`,
      [likePattern(q)],
    );
    return bought.length > COUNT_CAP ? null : [...new Set([...tickets, ...bought.map(({ id }) => id)])];
  }
}
