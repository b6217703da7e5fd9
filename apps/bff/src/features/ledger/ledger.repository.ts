import { actorName, loginName } from '../../platform/database/display-names';
import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';
import { buyerKinds, type LedgerQuery } from './ledger.dto';

/** Who bought is what the audit noted in the transaction of the purchase. */
const buyer = `LEFT JOIN LATERAL (SELECT ${actorName('a')} AS who, CASE a.actor_kind WHEN 'worker' THEN 'worker' ELSE 'person' END AS kind
    FROM audit a WHERE a.entity = 'ticket' AND a.entity_id = k.id::text AND a.action = 'ticket.purchase'
    ORDER BY a.id LIMIT 1) b ON true`;

export const ledgerProjection: Projection = {
  what: 'Ledger line',
  columns: `k.id, k.created_at AS bought_at, k.realm_id, r.name AS realm_name, k.customer_identity, k.login_id, k.login_email,
    ${loginName('l')} AS login_name,
    b.kind AS buyer_kind, b.who AS buyer, k.site_id, s.name AS site_name, k.event_id,
    k.event_guid, k.event_name, k.area, k."row", k.seat, k.price::float8 AS price, k.currency, k.status, k.ticket_reference,
    t.order_key, k.task_id, nullif(t.name, '') AS task_name, k.job_id, j.name AS job_name, k.late, k.over_limit,
    k.deleted_at IS NOT NULL AS deleted`,
  from: `FROM tickets k
    JOIN realms r ON r.id = k.realm_id
    JOIN logins l ON l.realm_id = k.realm_id AND l.id = k.login_id
    JOIN sites s ON s.id = k.site_id
    LEFT JOIN tasks t ON t.realm_id = k.realm_id AND t.id = k.task_id
    LEFT JOIN jobs j ON j.realm_id = k.realm_id AND j.id = k.job_id
    ${buyer}`,
  version: 'k.version',
};

/** What `sort` may name. */
export const ledgerSorts = {
  bought_at: 'k.created_at',
  customer_identity: 'k.customer_identity',
  event_name: 'lower(k.event_name)',
  buyer: 'lower(b.who)',
  login_name: `lower(${loginName('l')})`,
  price: 'k.price',
};

/** The WHERE of the ledger: deleted and cancelled tickets are in it too, for they were bought. */
export function ledgerConditions(query: LedgerQuery): Conditions {
  const where = new Conditions().words('b.kind', query.buyer_kind, 'buyer_kind', buyerKinds);
  for (const field of ['event_id', 'site_id', 'login_id', 'job_id', 'realm_id'] as const) {
    where.ids(`k.${field}`, query[field], field);
  }
  where
    .equal('k.over_limit', query.over_limit)
    .equal('k.customer_identity', query.customer?.trim().toLowerCase() || undefined)
    .search(
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
