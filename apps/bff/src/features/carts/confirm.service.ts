import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { differentRealms, Problem } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import {
  findBuyer,
  taskReason,
  type Buyer,
  lockTasksOfBuyers,
  type TaskRow,
  type PurchaseInputDto,
} from '../tasks';
import { type TicketDto, TicketsRepository } from '../tickets';
import { checkBasket } from '../../platform/http/basket';
import type { ConfirmAnswer, ConfirmDto, ConfirmFailure } from './carts.dto';
import { type HoldRow, lockHolds } from './hold-rows';
import { Purchases } from './purchases';
import { ticketIdsOfHolds } from './purchases.repository';
import { findTakenHolds } from './taken-seats';

/** Records that a person has paid at the site . */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: Purchases,
    private readonly tickets: TicketsRepository,
  ) {}

  /**
   * Confirms holds, each at most once; 409 CONFLICT when none could be. Lapsed ones count with `late` alone, within their 10
   * minutes and while nobody else has their seat: a list that is some seconds old must not buy what was lost.
   */
  confirm(scope: Scope, statement: ConfirmDto): Promise<ConfirmAnswer> {
    const { ticket_ids: holdIds, late = false, ticket_reference: reference = null } = statement;
    return this.transactions.run(scope, async (tx) => {
      const { holds, tasks } = await lockTasksAndHolds(tx, holdIds);
      const stated = holds.filter((hold) => hold.live || (late && hold.late));
      const taken = await findTakenHolds(tx, stated);
      const payable = stated.filter(({ id }) => !taken.has(id));
      const failed = failures(holdIds, holds, payable, taken);
      if (payable.length === 0) {
        throw new Problem('CONFLICT', 'None of these could be marked as purchased', {
          reason: 'NONE_CONFIRMED',
          context: { failed },
        });
      }
      const references = new Map(payable.map(({ id }) => [id, reference]));
      const ids = await this.purchases.record(tx, { holds: payable, tasks, references });
      return { confirmed: await this.tickets.byIds(tx, ids), failed };
    });
  }

  /**
   * The login's live holds for the event, or those of one basket, become tickets, and all its tasks for the event are
   * bought. The same call again answers the same tickets; 409 NOTHING_HELD when there is and was nothing.
   */
  purchase(scope: Scope, { basket, ...named }: PurchaseInputDto): Promise<TicketDto[]> {
    return this.transactions.run(scope, async (tx) => {
      const { buyer, site } = await findBuyer(tx, named);
      checkBasket(basket, site);
      const tasks = await lockTasksOfBuyers(tx, [], [buyer]);
      const holds = await lockHolds(
        tx,
        `h.login_id = $1 AND h.event_id = $2 AND ($3::text IS NULL OR h.basket = $3)
         AND h.status IN ('held', 'confirmed')`,
        [buyer.login_id, buyer.event_id, basket || null],
      );
      const held = holds.filter((hold) => hold.live);
      const taken = await findTakenHolds(tx, held);
      const live = held.filter(({ id }) => !taken.has(id));
      if (live.length > 0)
        return this.tickets.byIds(tx, await this.purchases.record(tx, { holds: live, tasks }));
      const confirmed = holds.filter(({ status }) => status === 'confirmed');
      if (held.length > 0 && confirmed.length === 0)
        throw new Problem('CONFLICT', 'These seats were bought elsewhere already', {
          reason: 'BOUGHT_ELSEWHERE',
        });
      if (confirmed.length === 0)
        throw new Problem('NOTHING_HELD', 'This login holds no seats for this event');
      await this.purchases.endOthers(tx, tasks, () =>
        taskReason('BOUGHT_ALREADY_BY', { who: scope.actor.label }),
      );
      return this.tickets.byIds(
        tx,
        await ticketIdsOfHolds(
          tx,
          confirmed.map(({ id }) => id),
        ),
      );
    });
  }
}

/** Locks what a purchase of these holds ends and then the holds, in that order everywhere. */
async function lockTasksAndHolds(
  tx: Tx,
  holdIds: readonly number[],
): Promise<{ holds: HoldRow[]; tasks: TaskRow[] }> {
  const owners = await tx.query<Buyer & { realm_id: number; task_id: number | null }>(
    'SELECT DISTINCT realm_id, task_id, login_id, event_id FROM holds WHERE id = ANY ($1::int[])',
    [holdIds],
  );
  if (new Set(owners.map(({ realm_id }) => realm_id)).size > 1) {
    throw differentRealms();
  }
  const tasks = await lockTasksOfBuyers(
    tx,
    owners.flatMap(({ task_id }) => task_id ?? []),
    owners,
  );
  return { tasks, holds: await lockHolds(tx, 'h.id = ANY ($1::int[])', [holdIds]) };
}

function failures(
  asked: readonly number[],
  holds: readonly HoldRow[],
  payable: readonly HoldRow[],
  taken: ReadonlySet<number>,
): ConfirmFailure[] {
  const found = new Map(holds.map((hold) => [hold.id, hold]));
  return asked.flatMap((id) => {
    const hold = found.get(id);
    if (!hold) return [{ id, code: 'NOT_FOUND' }];
    if (payable.includes(hold)) return [];
    if (taken.has(id)) return [{ id, code: 'HELD_ELSEWHERE' }];
    return [{ id, code: hold.status === 'held' ? 'EXPIRED' : hold.status.toUpperCase() }];
  });
}
