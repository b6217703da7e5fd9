import { Injectable } from '@nestjs/common';
import { holderOf, mayAct, mayReverseWithoutReason, reversalRefusal } from '@tessera/domain';
import { auditAll } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, differentRealms, invalid, notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import {
  type Buyer,
  buyerKey,
  TaskLifecycleRepository,
  type TaskReason,
  taskReason,
  type TaskRow,
  TasksRepository,
  Transitions,
  unchangedStatus,
} from '../../work';
import type { ReversalAnswer, ReversalDto } from './carts.dto';
import { HoldsRepository } from './holds.repository';
import { OrderEvents } from './order-events';
import { type RecordRow, RecordsRepository } from './records.repository';

/** Reasons of tasks that are bought because their login bought seats by other tasks. */
const boughtByOthers: readonly (string | undefined)[] = [
  'BOUGHT_BY_TASK',
  'BOUGHT_BY_TASKS',
  'BOUGHT_ALREADY_BY',
] satisfies TaskReason['code'][];

/**
 * Reverses records of purchases that were false. The ledger keeps them; everything else becomes as if they had never been
 * made: the holds, the tasks that they ended, the jobs' seats and the customers' limits.
 */
@Injectable()
export class Reversals {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly tasks: TasksRepository,
    private readonly holds: HoldsRepository,
    private readonly records: RecordsRepository,
    private readonly orders: OrderEvents,
  ) {}

  /**
   * Reverses records, all or none; those that are reversed already stay as they are. A person's own record of the last 15
   * minutes needs no reason.
   *
   * @throws 400 when a reason is needed, 403 for a record that isn't theirs to reverse, 404 for one that the scope doesn't see
   */
  reverse(scope: Scope, { ticket_ids, reason }: ReversalDto): Promise<ReversalAnswer> {
    return this.transactions.run(scope, (tx) =>
      this.reverseIn(tx, ticket_ids, (records) => {
        if (reason || records.every((record) => mayReverseWithoutReason(scope.actor.userId, record)))
          return reason ?? null;
        throw invalid([
          {
            field: 'reason',
            message: "reason is needed for somebody else's record, and for your own after 15 minutes",
            code: 'REQUIRED',
          },
        ]);
      }),
    );
  }

  /** Reverses records whose seats were paid otherwise, which a newer record states; so they aren't held again. */
  async replace(tx: Tx, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.reverseIn(tx, ids, () => null, { paidElsewhere: true });
  }

  /** Locks the tasks, then the holds, then the records. `reasonFor` is given those that aren't reversed yet. */
  private async reverseIn(
    tx: Tx,
    ids: readonly number[],
    reasonFor: (records: readonly RecordRow[]) => string | null,
    { paidElsewhere = false } = {},
  ): Promise<ReversalAnswer> {
    const named = await this.records.findRecords(tx, ids);
    if (named.length < new Set(ids).size) throw notFound('Ticket');
    if (new Set(named.map(({ realm_id }) => realm_id)).size > 1) throw differentRealms();
    const taskIds = named.flatMap(({ task_id }) => task_id ?? []);
    const tasks = await this.lifecycle.lockWithBuyers(tx, taskIds, named, { bought: true });
    await this.holds.lockByIds(
      tx,
      named.flatMap(({ hold_id }) => hold_id ?? []),
    );
    const records = (await this.records.lock(tx, ids)).filter(({ reversed }) => !reversed);
    const [first] = records;
    if (!first) return { reversed: [...ids], held: [] };
    await this.requireReversible(tx, first.realm_id, records);
    const reason = reasonFor(records);
    await this.records.reverse(
      tx,
      records.map(({ id }) => id),
      reason,
    );
    const holds = await this.holds.reopen(
      tx,
      records.flatMap(({ hold_id }) => hold_id ?? []),
      paidElsewhere,
    );
    await this.reopenTasks(tx, tasks, records);
    for (const [eventId, group] of Map.groupBy(records, ({ event_id }) => event_id)) {
      const identities = group.map(({ customer_identity }) => customer_identity);
      await this.records.clearOverLimit(tx, eventId, identities);
    }
    await auditAll(
      tx,
      records.map(({ id, realm_id, hold_id }) => ({
        action: 'ticket.reverse',
        entity: 'ticket',
        entity_id: id,
        realm_id,
        after: { hold_id, hold_status: holds.get(hold_id ?? 0) ?? null, reason },
      })),
    );
    await this.orders.queue(
      tx,
      'reversed',
      records.map(({ id }) => id),
    );
    return { reversed: [...ids], held: [...holds].flatMap(([id, status]) => (status === 'held' ? id : [])) };
  }

  /** 403 for somebody else's record without the permission, and for one's own where the realm separates paying from reversing. */
  private async requireReversible(tx: Tx, realmId: number, records: readonly RecordRow[]): Promise<void> {
    const { userId, role } = tx.scope.actor;
    const viewer = {
      id: userId,
      person: await this.records.findPerson(tx, userId),
      reversesOthers: role === null || mayAct(holderOf({ role, duties: [] }), 'reverseOthers'),
      separate: await this.records.separatesReversal(tx, realmId),
    };
    const reasons = new Set(records.map((record) => reversalRefusal(viewer, record)));
    if (reasons.has('OWN_PAYMENT'))
      throw new ApiError('FORBIDDEN', 'In this realm, who recorded a payment may not reverse it', {
        reason: 'OWN_PAYMENT',
      });
    if (reasons.has('RECORD_OF_OTHERS'))
      throw new ApiError('FORBIDDEN', 'You can only reverse what you have recorded yourself', {
        reason: 'RECORD_OF_OTHERS',
      });
  }

  /**
   * Returns tasks that the records ended: those of the holds, and those of the same buyers if nothing else was bought. A
   * `buy` task isn't carted again, so that no worker pays for it once more, and neither is one without a free slot: people
   * pay live seats of stopped tasks too.
   */
  private async reopenTasks(tx: Tx, tasks: readonly TaskRow[], records: readonly RecordRow[]): Promise<void> {
    const owners = new Set(records.flatMap(({ task_id }) => task_id ?? []));
    const buyers = new Set((await this.records.findBuyersWithRecords(tx, records)).map(buyerKey));
    const ended = tasks.filter(
      (row) =>
        owners.has(row.id) ||
        (row.status === 'bought' &&
          boughtByOthers.includes(row.status_reason?.code) &&
          !hasBought(buyers, row)),
    );
    const counts = await this.holds.countByTask(
      tx,
      ended.map(({ id }) => id),
    );
    const free = await this.tasks.countFreeSlots(
      tx,
      ended.map(({ realm_id }) => realm_id),
    );
    const message = taskReason('RECORD_REVERSED_BY', { who: tx.scope.actor.label });
    const requests = ended.map((row) => {
      const { live, confirmed } = counts.get(row.id) ?? { live: 0, confirmed: 0 };
      const boughtByOther = confirmed === 0 && hasBought(buyers, row);
      const slots = free.get(row.realm_id) ?? 0;
      const carted =
        row.status === 'bought' && row.mode === 'hold' && live > 0 && !boughtByOther && slots > 0;
      if (carted) free.set(row.realm_id, slots - 1);
      const input = {
        type: 'reversed' as const,
        live: carted ? live : 0,
        confirmed: boughtByOther ? 1 : confirmed,
      };
      return { row, input, message };
    });
    const applied = await this.transitions.apply(tx, requests);
    await this.lifecycle.recordEvents(
      tx,
      applied.flatMap(({ row, outcome }) =>
        outcome.kind === 'already' && owners.has(row.id) ? [unchangedStatus(row, 'reversed', message)] : [],
      ),
    );
  }
}

const hasBought = (buyers: ReadonlySet<string>, buyer: Buyer): boolean => buyers.has(buyerKey(buyer));
