import { Conditions } from '../../platform/database/conditions';
import { loginName } from '../../platform/database/display-names';
import type { HotList } from '../../platform/database/hot-lists';
import { type Found, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { CartedTicketDto, type CartQuery } from './carts.dto';

const columns = `h.id, h.realm_id, h.task_id, t.name AS task_name, h.login_id, l.email AS login_email,
  ${loginName('l')} AS login_name, h.site_id,
  s.name AS site_name, h.event_id, h.event_guid, h.event_name,
  h.area, h."row", h.seat, h.price::float8 AS price, h.currency, h.basket,
  CASE WHEN h.status = 'held' AND h.expires_at <= now() THEN 'expired' ELSE h.status END AS status,
  h.expires_at, h.created_at`;

const joins = `FROM holds h
  JOIN logins l ON l.realm_id = h.realm_id AND l.id = h.login_id
  JOIN sites s ON s.id = h.site_id
  LEFT JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id`;

/** What `sort` may name. */
export const cartSorts = {
  created_at: 'h.created_at',
  expires_at: 'h.expires_at',
  event_name: 'lower(h.event_name)',
  area: 'h.area',
  login_email: 'lower(l.email)',
  login_name: `lower(${loginName('l')})`,
  price: 'h.price',
};

/** The WHERE of the cart: live holds, and with `expired` those that have lapsed too. */
export function cartConditions(query: CartQuery): Conditions {
  const where = new Conditions().add(
    query.expired ? "h.status IN ('held', 'expired')" : "h.status = 'held' AND h.expires_at > now()",
  );
  for (const field of ['task_id', 'login_id', 'site_id', 'event_id', 'job_id', 'realm_id'] as const) {
    where.ids(`h.${field}`, query[field], field);
  }
  return where
    .period('h.created_at', query.created_from, query.created_to)
    .period('h.expires_at', query.expires_from, query.expires_to)
    .search(['h.event_name', 'h.area', 'h."row"', 'h.seat', 'l.email', 'l.name'], query.q);
}

/** The list as it is read. Only a search needs the joined tables to count. */
export const cartList = ({ q }: CartQuery): HotList => ({
  columns,
  from: joins,
  row: CartedTicketDto,
  counted: q ? joins : 'FROM holds h',
  dependsOn: ['holds', 'tasks', 'logins', 'sites', 'lapsed'],
});

/** Holds by id, whatever their status; also the live stream's rows. */
export function holdsByIds(tx: Tx, ids: readonly number[]): Promise<CartedTicketDto[]> {
  return tx.query(`SELECT ${columns} ${joins} WHERE h.id = ANY ($1::int[])`, [ids]);
}

/** One hold, whatever its status; 404 when it isn't there. */
export const readHold = (tx: Tx, id: number): Promise<Found<CartedTicketDto>> =>
  selectOne(tx, { what: 'Carted ticket', columns, from: joins, version: 'h.version' }, 'h.id = $1', [id]);
