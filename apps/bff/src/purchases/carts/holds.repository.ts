import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { lateMinutes } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { loginName, siteName, textOrder } from '../../platform/database/display-names';
import { type CachedListPage, type HotList, HotLists } from '../../platform/database/hot-lists';
import { expiredHoldSql, liveHoldSql } from '../../platform/database/seat-states';
import { type Found, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { Buyer } from '../../work';
import { CartedTicketDto, type CartQuery, type GroupQuery, type HoldStatus } from './carts.dto';
import { Hold } from './hold.entity';

const columns = `h.id, h.realm_id, h.task_id, t.name AS task_name, h.login_id, l.email AS login_email,
  ${loginName('l')} AS login_name, h.site_id,
  ${siteName('s')} AS site_name, h.event_id, h.event_guid, h.event_name,
  h.area, h."row", h.seat, h.price::float8 AS price, h.currency, h.basket,
  CASE WHEN ${expiredHoldSql('h')} THEN 'expired' ELSE h.status END AS status,
  h.expires_at, h.created_at`;

const joins = `FROM holds h
  JOIN logins l ON l.realm_id = h.realm_id AND l.id = h.login_id
  JOIN sites s ON s.id = h.site_id
  LEFT JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id`;

/** SQL of the fields that `sort` may name. */
const cartSorts = {
  created_at: 'h.created_at',
  expires_at: 'h.expires_at',
  event_name: textOrder('h.event_name'),
  area: textOrder('h.area'),
  login_email: textOrder('l.email'),
  login_name: textOrder(loginName('l')),
  price: 'h.price',
};

/** The cart's filters: live holds, and with `expired` also expired ones. */
function cartConditions(query: CartQuery): Conditions {
  const where = new Conditions().add(query.expired ? "h.status IN ('held', 'expired')" : liveHoldSql('h'));
  for (const field of ['task_id', 'login_id', 'site_id', 'event_id', 'job_id', 'realm_id'] as const) {
    where.ids(`h.${field}`, query[field], field);
  }
  return where
    .period('h.created_at', query.created_from, query.created_to)
    .period('h.expires_at', query.expires_from, query.expires_to)
    .search(['h.event_name', 'h.area', 'h."row"', 'h.seat', 'l.email', 'l.name'], query.q);
}

/** The list. Only a search needs the joined tables for the count. */
const cartList = ({ q }: CartQuery): HotList => ({
  columns,
  from: joins,
  row: CartedTicketDto,
  counted: q ? joins : 'FROM holds h',
  dependsOn: ['holds', 'tasks', 'logins', 'sites', 'lapsed'],
});

/** The columns of a hold that purchases decide by. `live`: held and not expired; `late`: expired, but can still be confirmed. */
export interface HoldRow {
  id: number;
  realm_id: number;
  task_id: number | null;
  job_id: number | null;
  login_id: number;
  event_id: number;
  customer_identity: string;
  area: string;
  row: string;
  seat: string;
  price: number | null;
  currency: string | null;
  status: HoldStatus;
  live: boolean;
  late: boolean;
  lease_id: string | null;
}

/** SQL of a `HoldRow` (table alias `h`). */
const holdRowColumns = `h.id, h.realm_id, h.task_id, h.job_id, h.login_id, h.event_id, h.customer_identity, h.area, h."row",
  h.seat, h.price::float8 AS price, h.currency, h.status, h.lease_id,
  ${liveHoldSql('h')} AS live,
  (h.status IN ('held', 'expired') AND h.expires_at <= now()
    AND h.expires_at > now() - interval '${lateMinutes} minutes') AS late`;

/** How many live and confirmed holds a task has. */
export interface HoldCounts {
  live: number;
  confirmed: number;
}

/** The seats of a task and a login that the cart shows as one group. */
export type HoldGroup = GroupQuery & { taskId: number; loginId: number };

const inGroup = `h.task_id = $1 AND h.login_id = $2 AND ($3::int IS NULL OR h.site_id = $3)
  AND ($4::text IS NULL OR h.area = $4) AND ($5::text IS NULL OR h."row" = $5)
  AND ($6::boolean IS NULL OR $6 = (h.status = 'expired' OR ${expiredHoldSql('h')}))`;
const groupParams = ({ taskId, loginId, site_id, area, row, expired }: HoldGroup): unknown[] => [
  taskId,
  loginId,
  site_id ?? null,
  area ?? null,
  row ?? null,
  expired ?? null,
];
const isRemovable = "h.status IN ('held', 'expired')";

/** The key of a seat within its event, in the format of the SQL function `lock_seats`. */
export const seatKey = ({ area, row, seat }: Pick<HoldRow, 'area' | 'row' | 'seat'>): string =>
  JSON.stringify([area, row, seat]);

interface ExpiredHold {
  id: number;
  realm_id: number;
}

/** Reads, locks and writes holds. Several are locked in the order of their ids, after their tasks. */
@Injectable()
export class HoldsRepository {
  constructor(private readonly hotLists: HotLists) {}

  /** A page of the cart, newest first by default. */
  list(scope: Scope, query: CartQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, cartSorts, '-created_at', 'h.id');
    const where = () => cartConditions(query);
    return this.hotLists.read(scope, cartList(query), { query, pagination, where, ifNoneMatch });
  }

  /** One hold, whatever its status. @throws 404 when the scope doesn't see it */
  get(tx: Tx, id: number): Promise<Found<CartedTicketDto>> {
    return selectOne(tx, { what: 'Carted ticket', columns, from: joins, version: 'h.version' }, 'h.id = $1', [
      id,
    ]);
  }

  /** The live stream's rows: holds by id, whatever their status. */
  readLive(tx: Tx, ids: readonly number[]): Promise<CartedTicketDto[]> {
    return tx.query<CartedTicketDto>(`SELECT ${columns} ${joins} WHERE h.id = ANY ($1::int[])`, [ids]);
  }

  async findStatus(tx: Tx, id: number): Promise<HoldStatus | undefined> {
    return (await tx.manager.findOne(Hold, { select: { status: true }, where: { id } }))?.status;
  }

  lockByIds(tx: Tx, ids: readonly number[]): Promise<HoldRow[]> {
    return this.lockWhere(tx, 'h.id = ANY ($1::int[])', [ids]);
  }

  lockLiveOfTasks(tx: Tx, taskIds: readonly number[]): Promise<HoldRow[]> {
    return this.lockWhere(tx, `h.task_id = ANY ($1::int[]) AND ${liveHoldSql('h')}`, [taskIds]);
  }

  /** Locks a buyer's held and confirmed holds, or only those of one basket. */
  lockOfBuyer(tx: Tx, { login_id, event_id }: Buyer, basket: string | null): Promise<HoldRow[]> {
    return this.lockWhere(
      tx,
      `h.login_id = $1 AND h.event_id = $2 AND ($3::text IS NULL OR h.basket = $3)
       AND h.status IN ('held', 'confirmed')`,
      [login_id, event_id, basket],
    );
  }

  /** Locks a hold unless it is bought or removed. */
  lockRemovable(tx: Tx, id: number): Promise<HoldRow[]> {
    return this.lockWhere(tx, `h.id = $1 AND ${isRemovable}`, [id]);
  }

  /** Locks the holds of a group that are neither bought nor removed. */
  lockRemovableOfGroup(tx: Tx, group: HoldGroup): Promise<HoldRow[]> {
    return this.lockWhere(tx, `${inGroup} AND ${isRemovable}`, groupParams(group));
  }

  /** Whether a group has holds, whatever their status. */
  async hasGroup(tx: Tx, group: HoldGroup): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 FROM holds h WHERE ${inGroup} LIMIT 1`, groupParams(group));
    return rows.length > 0;
  }

  /** The tasks and buyers that holds belong to, each once. */
  findOwners(
    tx: Tx,
    holdIds: readonly number[],
  ): Promise<(Buyer & { realm_id: number; task_id: number | null })[]> {
    return tx.query<Buyer & { realm_id: number; task_id: number | null }>(
      'SELECT DISTINCT realm_id, task_id, login_id, event_id FROM holds WHERE id = ANY ($1::int[])',
      [holdIds],
    );
  }

  /** The tasks of a buyer's live holds, or only of those of one basket. */
  async findBaskets(tx: Tx, { login_id, event_id }: Buyer, basket: string | null): Promise<number[]> {
    const rows = await tx.query<{ task_id: number }>(
      `SELECT DISTINCT task_id FROM holds WHERE login_id = $1 AND event_id = $2 AND ($3::text IS NULL OR basket = $3)
         AND ${liveHoldSql('holds')} AND task_id IS NOT NULL`,
      [login_id, event_id, basket],
    );
    return rows.map(({ task_id }) => task_id);
  }

  /** Live and confirmed holds, counted by task; a task without holds is left out. */
  async countByTask(tx: Tx, taskIds: readonly number[]): Promise<Map<number, HoldCounts>> {
    const rows = await tx.query<HoldCounts & { task_id: number }>(
      `SELECT task_id, count(*) FILTER (WHERE ${liveHoldSql('holds')})::int AS live,
         count(*) FILTER (WHERE status = 'confirmed')::int AS confirmed
       FROM holds WHERE task_id = ANY ($1::int[]) GROUP BY task_id`,
      [taskIds],
    );
    return new Map(rows.map(({ task_id, live, confirmed }) => [task_id, { live, confirmed }]));
  }

  /** Those of the buyers that hold seats now. */
  findBuyersWithSeats(tx: Tx, buyers: readonly Buyer[]): Promise<Buyer[]> {
    return tx.query<Buyer>(
      `SELECT DISTINCT h.login_id, h.event_id FROM unnest($1::int[], $2::int[]) AS b (login_id, event_id)
       JOIN holds h ON h.login_id = b.login_id AND h.event_id = b.event_id
       WHERE ${liveHoldSql('h')}`,
      [buyers.map(({ login_id }) => login_id), buyers.map(({ event_id }) => event_id)],
    );
  }

  /** Sets the status of holds that the caller has locked. */
  async setStatus(tx: Tx, ids: readonly number[], status: HoldStatus): Promise<void> {
    await tx.manager.update(Hold, { id: In([...ids]) }, { status });
  }

  /** Confirms paid holds. With a lease, the worker that has it is recorded as the one who paid. */
  async confirm(tx: Tx, ids: readonly number[], leaseId: string | null): Promise<void> {
    await tx.execute(
      `UPDATE holds SET status = 'confirmed', confirmed_at = now(), lease_id = coalesce($2::uuid, lease_id),
         worker_id = coalesce((SELECT leased_by FROM tasks WHERE lease_id = $2::uuid), worker_id)
       WHERE id = ANY ($1::int[])`,
      [ids, leaseId],
    );
  }

  /**
   * Returns the holds of reversed records to what they are without them: held until they expire, unless the task holds the
   * seat again by another hold, or somebody paid for the seat otherwise.
   */
  async reopen(tx: Tx, ids: readonly number[], paidElsewhere: boolean): Promise<Map<number, HoldStatus>> {
    const rows = await tx.query<{ id: number; status: HoldStatus }>(
      `UPDATE holds h SET confirmed_at = NULL, status = CASE WHEN NOT $2 AND h.expires_at > now() AND NOT EXISTS (
           SELECT FROM holds o WHERE o.task_id = h.task_id AND (o.area, o."row", o.seat) = (h.area, h."row", h.seat)
             AND o.status = 'held' AND o.id <> h.id) THEN 'held' ELSE 'expired' END
       WHERE h.id = ANY ($1::int[]) AND h.status = 'confirmed' RETURNING h.id, h.status`,
      [ids, paidElsewhere],
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  private lockWhere(tx: Tx, where: string, params: unknown[]): Promise<HoldRow[]> {
    return tx.query<HoldRow>(
      `SELECT ${holdRowColumns} FROM holds h WHERE ${where} ORDER BY h.id FOR UPDATE`,
      params,
    );
  }

  /** Tasks that have an expired hold. */
  async findTasksWithExpired(tx: Tx, limit: number): Promise<number[]> {
    const rows = await tx.query<{ task_id: number }>(
      `SELECT DISTINCT h.task_id FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
       WHERE ${expiredHoldSql('h')} AND t.deleted_at IS NULL
       ORDER BY h.task_id LIMIT ${limit}`,
    );
    return rows.map(({ task_id }) => task_id);
  }

  /** Expires expired holds whose task was deleted, and returns them. */
  expireOrphaned(tx: Tx): Promise<ExpiredHold[]> {
    return tx.query<ExpiredHold>(
      `UPDATE holds h SET status = 'expired' WHERE ${expiredHoldSql('h')}
         AND NOT EXISTS (SELECT FROM tasks t WHERE t.realm_id = h.realm_id AND t.id = h.task_id AND t.deleted_at IS NULL)
       RETURNING h.id, h.realm_id`,
    );
  }

  lockExpired(tx: Tx, taskIds: readonly number[]): Promise<ExpiredHold[]> {
    return tx.query<ExpiredHold>(
      `SELECT id, realm_id FROM holds WHERE task_id = ANY ($1::int[]) AND ${expiredHoldSql('holds')} ORDER BY id FOR UPDATE`,
      [taskIds],
    );
  }
}
