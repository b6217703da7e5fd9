import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { HotLists, type CachedListPage } from '../../platform/database/hot-lists';
import { type Found, heedIfMatch } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound, Problem } from '../../platform/errors/problem';
import { readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { taskReason, lockTasks, Transitions } from '../tasks';
import type { CartedTicketDto, CartQuery, GroupQuery, RemovedHolds } from './carts.dto';
import { cartConditions, cartSorts, cartList, readHold } from './holds.repository';
import { holdCounts, lockHolds, setHoldStatus } from './hold-rows';

/** Reads the cart and removes from it. */
@Injectable()
export class CartsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly hotLists: HotLists,
    private readonly transitions: Transitions,
  ) {}

  list(scope: Scope, query: CartQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    const pagination = readPagination(query, cartSorts, '-created_at', 'h.id');
    const where = () => cartConditions(query);
    return this.hotLists.read(scope, cartList(query), { query, pagination, where, ifNoneMatch });
  }

  get(scope: Scope, id: number): Promise<Found<CartedTicketDto>> {
    return this.transactions.read(scope, (tx) => readHold(tx, id));
  }

  /** Takes one seat out of the cart; removing it again changes nothing. 409 when it has been bought. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const found = await readHold(tx, id);
      heedIfMatch(ifMatch, found);
      const removed = await this.removeWhere(tx, found.answer.task_id, 'h.id = $1', [id]);
      if (removed.length === 0) {
        const [now] = await tx.query<{ status: string }>('SELECT status FROM holds WHERE id = $1', [id]);
        if (now?.status === 'confirmed')
          throw new Problem('CONFLICT', 'This seat has been bought', { reason: 'SEAT_BOUGHT' });
      }
    });
  }

  /** Takes exactly the shown group out of the cart: a task's and login's, narrowed by site, area, row and lapse. */
  removeGroup(
    scope: Scope,
    taskId: number,
    loginId: number,
    { site_id, area, row, expired }: GroupQuery,
  ): Promise<RemovedHolds> {
    return this.transactions.run(scope, async (tx) => {
      const group = `h.task_id = $1 AND h.login_id = $2 AND ($3::int IS NULL OR h.site_id = $3)
        AND ($4::text IS NULL OR h.area = $4) AND ($5::text IS NULL OR h."row" = $5)
        AND ($6::boolean IS NULL OR $6 = (h.status = 'expired' OR h.status = 'held' AND h.expires_at <= now()))`;
      const params = [taskId, loginId, site_id ?? null, area ?? null, row ?? null, expired ?? null];
      const [any] = await tx.query(`SELECT 1 FROM holds h WHERE ${group} LIMIT 1`, params);
      if (!any) throw notFound('Carted group');
      return { ids: await this.removeWhere(tx, taskId, group, params) };
    });
  }

  /** Removes live and lapsed seats that aren't bought; the task whose last hold goes is stopped. */
  private async removeWhere(
    tx: Tx,
    taskId: number | null,
    where: string,
    params: unknown[],
  ): Promise<number[]> {
    const tasks = await lockTasks(tx, 't.id = $1', [taskId]);
    const holds = await lockHolds(tx, `${where} AND h.status IN ('held', 'expired')`, params);
    if (holds.length === 0) return [];
    const ids = holds.map(({ id }) => id);
    await setHoldStatus(tx, ids, 'removed');
    const counts = await holdCounts(
      tx,
      tasks.map(({ id }) => id),
    );
    await this.transitions.apply(
      tx,
      tasks.map((row) => ({
        row,
        input: { type: 'hold_removed', ...(counts.get(row.id) ?? { live: 0, confirmed: 0 }) },
        message: taskReason('SEATS_REMOVED_BY', { count: ids.length, who: tx.scope.actor.label }),
      })),
    );
    for (const hold of holds) {
      await audit(tx, {
        action: 'hold.remove',
        entity: 'hold',
        entity_id: hold.id,
        realm_id: hold.realm_id,
        before: { status: hold.status },
        after: { status: 'removed' },
      });
    }
    return ids;
  }
}
