import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, differentRealms } from '../../platform/errors/api-error';
import { checkBasket } from '../../platform/http/basket';
import type { Scope } from '../../platform/realm-scope/scope';
import {
  type PurchaseInputDto,
  TaskLifecycleRepository,
  taskReason,
  type TaskRow,
  TasksRepository,
} from '../tasks';
import { type TicketDto, TicketsRepository } from '../tickets';
import type { ConfirmAnswer, ConfirmDto, ConfirmFailure } from './carts.dto';
import { type HoldRow, HoldsRepository } from './holds.repository';
import { Purchases } from './purchases';
import { PurchasesRepository } from './purchases.repository';

/** Records purchases that people made at the sites themselves. */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: Purchases,
    private readonly tickets: TicketsRepository,
    private readonly tasks: TasksRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly holds: HoldsRepository,
    private readonly repository: PurchasesRepository,
  ) {}

  /**
   * Confirms holds, each only once. Expired holds need `late`, for at most 10 minutes and only while nobody else has the
   * seat, so that a stale list doesn't buy lost seats.
   *
   * @throws 409 CONFLICT when none of them can be confirmed
   */
  confirm(scope: Scope, statement: ConfirmDto): Promise<ConfirmAnswer> {
    return this.transactions.run(scope, (tx) => this.confirmIn(tx, statement));
  }

  /** As `confirm`, in a transaction that is open. */
  async confirmIn(tx: Tx, statement: ConfirmDto): Promise<ConfirmAnswer> {
    const { ticket_ids: holdIds, late = false, ticket_reference: reference = null } = statement;
    const { holds, tasks } = await this.lockTasksAndHolds(tx, holdIds);
    const stated = holds.filter((hold) => hold.live || (late && hold.late));
    const taken = await this.holds.findTaken(tx, stated);
    const payable = stated.filter(({ id }) => !taken.has(id));
    const failed = failures(holdIds, holds, payable, taken);
    if (payable.length === 0) {
      throw new ApiError('CONFLICT', 'None of these could be marked as purchased', {
        reason: 'NONE_CONFIRMED',
        context: { failed },
      });
    }
    const references = new Map(payable.map(({ id }) => [id, reference]));
    const ids = await this.purchases.record(tx, { holds: payable, tasks, references });
    return { confirmed: await this.tickets.findByIds(tx, ids), failed };
  }

  /** The tickets of holds that were confirmed, in the order of the holds. */
  async findConfirmed(tx: Tx, holdIds: readonly number[]): Promise<TicketDto[]> {
    return this.tickets.findByIds(tx, await this.repository.findTicketIds(tx, holdIds));
  }

  /**
   * Turns the login's live holds for the event, or those of one basket, into tickets, and marks all its tasks for the event
   * as bought. A repeated call returns the same tickets.
   *
   * @throws 409 NOTHING_HELD when the login neither holds nor has bought anything
   */
  purchase(scope: Scope, { basket, ...named }: PurchaseInputDto): Promise<TicketDto[]> {
    return this.transactions.run(scope, async (tx) => {
      const { buyer, site } = await this.tasks.findBuyer(tx, named);
      checkBasket(basket, site);
      const tasks = await this.lifecycle.lockWithBuyers(tx, [], [buyer]);
      const holds = await this.holds.lockOfBuyer(tx, buyer, basket || null);
      const held = holds.filter((hold) => hold.live);
      const taken = await this.holds.findTaken(tx, held);
      const live = held.filter(({ id }) => !taken.has(id));
      if (live.length > 0)
        return this.tickets.findByIds(tx, await this.purchases.record(tx, { holds: live, tasks }));
      const confirmed = holds.filter(({ status }) => status === 'confirmed');
      if (held.length > 0 && confirmed.length === 0)
        throw new ApiError('CONFLICT', 'These seats have already been bought elsewhere', {
          reason: 'BOUGHT_ELSEWHERE',
        });
      if (confirmed.length === 0)
        throw new ApiError('NOTHING_HELD', 'This login holds no seats for this event');
      await this.purchases.endOtherTasks(tx, tasks, () =>
        taskReason('BOUGHT_ALREADY_BY', { who: scope.actor.label }),
      );
      return this.findConfirmed(
        tx,
        confirmed.map(({ id }) => id),
      );
    });
  }

  /** Locks the tasks that a purchase of these holds ends, and then the holds: the same order everywhere. */
  private async lockTasksAndHolds(
    tx: Tx,
    holdIds: readonly number[],
  ): Promise<{ holds: HoldRow[]; tasks: TaskRow[] }> {
    const owners = await this.holds.findOwners(tx, holdIds);
    if (new Set(owners.map(({ realm_id }) => realm_id)).size > 1) throw differentRealms();
    const taskIds = owners.flatMap(({ task_id }) => task_id ?? []);
    const tasks = await this.lifecycle.lockWithBuyers(tx, taskIds, owners);
    return { tasks, holds: await this.holds.lockByIds(tx, holdIds) };
  }
}

function failures(
  requested: readonly number[],
  holds: readonly HoldRow[],
  payable: readonly HoldRow[],
  taken: ReadonlySet<number>,
): ConfirmFailure[] {
  const found = new Map(holds.map((hold) => [hold.id, hold]));
  return requested.flatMap((id) => {
    const hold = found.get(id);
    if (!hold) return [{ id, code: 'NOT_FOUND' }];
    if (payable.includes(hold)) return [];
    if (taken.has(id)) return [{ id, code: 'HELD_ELSEWHERE' }];
    return [{ id, code: hold.status === 'held' ? 'EXPIRED' : hold.status.toUpperCase() }];
  });
}
