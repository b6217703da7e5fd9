import { Injectable } from '@nestjs/common';
import { auditAll } from '../../platform/audit/audit';
import type { CachedListPage } from '../../platform/database/hot-lists';
import { checkFoundVersion, type Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { TaskLifecycleRepository, taskReason, Transitions } from '../../work';
import type { CartedTicketDto, CartQuery, GroupQuery, RemovedHolds } from './carts.dto';
import { type HoldRow, HoldsRepository } from './holds.repository';
import { PayClaims } from './pay-claims';

/** Reads the cart and removes seats from it. */
@Injectable()
export class CartsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly holds: HoldsRepository,
    private readonly claims: PayClaims,
  ) {}

  list(scope: Scope, query: CartQuery, ifNoneMatch?: string): Promise<CachedListPage> {
    return this.holds.list(scope, query, ifNoneMatch);
  }

  get(scope: Scope, id: number): Promise<Found<CartedTicketDto>> {
    return this.transactions.read(scope, (tx) => this.holds.get(tx, id));
  }

  /**
   * Removes one seat from the cart; repeating it changes nothing.
   *
   * @throws 409 when the seat was bought; CLAIMED_BY_OTHER while somebody else pays the basket, unless `override`
   */
  remove(
    scope: Scope,
    id: number,
    { override, ifMatch }: { override: boolean | undefined; ifMatch: string | undefined },
  ): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const found = await this.holds.get(tx, id);
      checkFoundVersion(ifMatch, found);
      const taskId = found.row.task_id;
      const removed = await this.removeHolds(tx, { taskId, override }, () =>
        this.holds.lockRemovable(tx, id),
      );
      if (removed.length === 0 && (await this.holds.findStatus(tx, id)) === 'confirmed')
        throw new ApiError('CONFLICT', 'This seat has been bought', { reason: 'SEAT_BOUGHT' });
    });
  }

  /** Removes exactly the group that the page showed: a task's and login's seats, narrowed by the query. Claims as `remove`. */
  removeGroup(
    scope: Scope,
    taskId: number,
    loginId: number,
    { override, ...query }: GroupQuery,
  ): Promise<RemovedHolds> {
    const group = { ...query, taskId, loginId };
    return this.transactions.run(scope, async (tx) => {
      if (!(await this.holds.hasGroup(tx, group))) throw notFound('Carted group');
      return {
        ids: await this.removeHolds(tx, { taskId, override }, () =>
          this.holds.lockRemovableOfGroup(tx, group),
        ),
      };
    });
  }

  /** Removes holds of a task; it and its claim are locked before them. The last hold ends the claim and stops the task. */
  private async removeHolds(
    tx: Tx,
    { taskId, override }: { taskId: number | null; override: boolean | undefined },
    lockHolds: () => Promise<HoldRow[]>,
  ): Promise<number[]> {
    const basketIds = taskId === null ? [] : [taskId];
    await this.claims.requireFree(tx, basketIds, override);
    const task = taskId === null ? undefined : await this.lifecycle.lock(tx, taskId);
    const holds = await lockHolds();
    if (holds.length === 0) return [];
    const ids = holds.map(({ id }) => id);
    await this.holds.setStatus(tx, ids, 'removed');
    if (task) {
      const counts = await this.holds.countByTask(tx, [task.id]);
      await this.transitions.applyOne(tx, {
        row: task,
        input: { type: 'hold_removed', ...(counts.get(task.id) ?? { live: 0, confirmed: 0 }) },
        message: taskReason('SEATS_REMOVED_BY', { count: ids.length, who: tx.scope.actor.label }),
      });
    }
    await this.claims.endEmpty(tx, basketIds);
    await auditAll(
      tx,
      holds.map((hold) => ({
        action: 'hold.remove',
        entity: 'hold',
        entity_id: hold.id,
        realm_id: hold.realm_id,
        before: { status: hold.status },
        after: { status: 'removed' },
      })),
    );
    return ids;
  }
}
