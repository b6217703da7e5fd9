import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, differentRealms } from '../../platform/errors/api-error';
import { checkBasket } from '../../platform/http/text-fields';
import type { Scope } from '../../platform/realm-scope/scope';
import { TaskLifecycleRepository, taskReason, TasksRepository } from '../../work';
import { type TicketDto } from '../tickets/tickets.dto';
import { TicketsRepository } from '../tickets/tickets.repository';
import type { ConfirmAnswer, ConfirmDto, ConfirmFailure, PurchaseRecordDto } from './carts.dto';
import { type HoldRow, HoldsRepository } from './holds.repository';
import { Purchases } from './purchases';

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
  ) {}

  /**
   * Confirms holds, each only once. Expired holds need `late`, for at most 10 minutes. Seats that are recorded or held
   * elsewhere need `replace`, so that a stale list doesn't buy lost seats.
   *
   * @throws 409 CLAIMED_BY_OTHER while somebody else pays a basket, unless `override`; SEATS_TAKEN without `replace`;
   *   NONE_CONFIRMED when none of them can be confirmed
   */
  confirm(scope: Scope, statement: ConfirmDto): Promise<ConfirmAnswer> {
    return this.transactions.run(scope, (tx) => this.confirmIn(tx, statement));
  }

  /** As `confirm`, in a transaction that is open. */
  async confirmIn(tx: Tx, statement: ConfirmDto): Promise<ConfirmAnswer> {
    const { ticket_ids: holdIds, late = false, ticket_reference: reference = null } = statement;
    const owners = await this.holds.findOwners(tx, holdIds);
    if (new Set(owners.map(({ realm_id }) => realm_id)).size > 1) throw differentRealms();
    const basketIds = [...new Set(owners.flatMap(({ task_id }) => task_id ?? []))];
    const { ticketIds, holds, paid, ...recorded } = await this.purchases.recordPurchase(tx, {
      baskets: { ids: basketIds, claimed: statement.override ? 'override' : 'reject' },
      lockTasks: () => this.lifecycle.lockWithBuyers(tx, basketIds, owners),
      lockHolds: () => this.holds.lockByIds(tx, holdIds),
      isPaid: (hold) => hold.live || (late && hold.late),
      replace: statement.replace,
      reference: () => reference,
    });
    const failed = failures(holdIds, holds, paid, recorded.failed);
    if (paid.length === 0) {
      throw new ApiError('CONFLICT', 'None of these could be marked as purchased', {
        reason: 'NONE_CONFIRMED',
        context: { failed },
      });
    }
    return { confirmed: await this.tickets.findByIds(tx, ticketIds), failed };
  }

  /**
   * Turns the login's live holds for the event, or those of one basket, into tickets, and marks all its tasks for the event
   * as bought. A repeated call returns the same tickets.
   *
   * @throws 409 NOTHING_HELD when the login neither holds nor has bought anything; CLAIMED_BY_OTHER and SEATS_TAKEN as
   *   `confirm`
   */
  purchase(scope: Scope, { basket, replace, override, ...named }: PurchaseRecordDto): Promise<TicketDto[]> {
    return this.transactions.run(scope, async (tx) => {
      const { buyer, site } = await this.tasks.findBuyer(tx, named);
      checkBasket(basket, site);
      const basketIds = await this.holds.findBaskets(tx, buyer, basket || null);
      const { holds, tasks, paid, ticketIds } = await this.purchases.recordPurchase(tx, {
        baskets: { ids: basketIds, claimed: override ? 'override' : 'reject' },
        // Bought ones too: a record that is reversed meanwhile reopens its task, and the seats are then recorded again.
        lockTasks: () => this.lifecycle.lockWithBuyers(tx, [], [buyer], { bought: true }),
        lockHolds: () => this.holds.lockOfBuyer(tx, buyer, basket || null),
        isPaid: ({ live }) => live,
        replace,
      });
      if (paid.length > 0) return this.tickets.findByIds(tx, ticketIds);
      const confirmed = holds.filter(({ status }) => status === 'confirmed');
      if (confirmed.length === 0 && holds.some(({ live }) => live))
        throw new ApiError('CONFLICT', 'These seats are recorded as purchased elsewhere', {
          reason: 'BOUGHT_ELSEWHERE',
        });
      if (confirmed.length === 0)
        throw new ApiError('NOTHING_HELD', 'This login holds no seats for this event');
      await this.purchases.endOtherTasks(tx, tasks, () =>
        taskReason('BOUGHT_ALREADY_BY', { who: scope.actor.label }),
      );
      return this.purchases.findTickets(
        tx,
        confirmed.map(({ id }) => id),
      );
    });
  }
}

function failures(
  requested: readonly number[],
  holds: readonly HoldRow[],
  payable: readonly HoldRow[],
  earlier: readonly ConfirmFailure[],
): ConfirmFailure[] {
  const found = new Map(holds.map((hold) => [hold.id, hold]));
  const taken = new Map(earlier.map((failure) => [failure.id, failure]));
  return requested.flatMap((id) => {
    const hold = found.get(id);
    if (!hold) return [{ id, code: 'NOT_FOUND' }];
    if (payable.includes(hold)) return [];
    const failure = taken.get(id);
    if (failure) return [failure];
    return [{ id, code: hold.status === 'held' ? 'EXPIRED' : hold.status.toUpperCase() }];
  });
}
