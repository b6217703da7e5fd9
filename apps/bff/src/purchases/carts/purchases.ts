import { Injectable } from '@nestjs/common';
import { auditAll } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import {
  buyerKey,
  JobTargets,
  TaskLifecycleRepository,
  TaskMetrics,
  type TaskReason,
  taskReason,
  type TaskRow,
  Transitions,
  unchangedStatus,
} from '../../work';
import { Budgets } from '../budgets/budgets';
import type { TicketDto } from '../tickets/tickets.dto';
import { TicketsRepository } from '../tickets/tickets.repository';
import type { ConfirmFailure } from './carts.dto';
import { EarlierRecords } from './earlier-records';
import { type HoldRow, HoldsRepository } from './holds.repository';
import { OrderEvents } from './order-events';
import { PayClaims } from './pay-claims';
import { PurchasesRepository } from './purchases.repository';
import { RecordsRepository } from './records.repository';

/** A payment of held seats, by a person or a worker. */
export interface Payment {
  /**
   * Baskets that a person pays. Their claims are locked first, and end with their last seat. `claimed`: what somebody
   * else's claim means; with `skip` the caller leaves these baskets out.
   */
  baskets?: { ids: readonly number[]; claimed: 'reject' | 'override' | 'skip' };
  /** Locks the tasks that hold the seats, and the other tasks of their buyers. */
  lockTasks: () => Promise<TaskRow[]>;
  /** Locks the holds that the payment speaks of, once their tasks are locked. */
  lockHolds: (tasks: readonly TaskRow[]) => Promise<HoldRow[]>;
  /** Which of them were paid. */
  isPaid: (hold: HoldRow) => boolean;
  /** Whether this replaces what is recorded of the seats otherwise; see `EarlierRecords.resolve`. */
  replace: boolean | undefined;
  /** A basket is recorded as a whole or, when a seat of it can't be and nothing is replaced, not at all. */
  wholeBaskets?: boolean;
  /** The site's reference of a hold's order. */
  reference?: (holdId: number) => string | null;
  /** The lease under which a worker paid. */
  leaseId?: string;
}

/** What became of a payment. */
export interface RecordedPayment {
  /** The tickets' ids, in the order of the holds. */
  ticketIds: number[];
  /** The tasks and holds as they were locked. */
  tasks: TaskRow[];
  holds: HoldRow[];
  /** The holds that were recorded as paid. */
  paid: HoldRow[];
  /** Why the others weren't. */
  failed: ConfirmFailure[];
}

/** Locked holds to turn into tickets. */
interface PaidHolds {
  holds: readonly HoldRow[];
  tasks: readonly TaskRow[];
  reference: (holdId: number) => string | null;
  /** The reversed records that these replace, by hold. */
  replaced: ReadonlyMap<number, readonly number[]>;
  leaseId: string | undefined;
}

/**
 * The one place where purchases are recorded. Everything that takes part is locked in one order: the baskets' claims, their
 * tasks, the holds, the seats, and the customers.
 */
@Injectable()
export class Purchases {
  constructor(
    private readonly transitions: Transitions,
    private readonly targets: JobTargets,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly heldSeats: HoldsRepository,
    private readonly repository: PurchasesRepository,
    private readonly records: RecordsRepository,
    private readonly earlier: EarlierRecords,
    private readonly claims: PayClaims,
    private readonly tickets: TicketsRepository,
    private readonly orders: OrderEvents,
    private readonly metrics: TaskMetrics,
    private readonly budgets: Budgets,
  ) {}

  /**
   * Turns each paid hold into one ticket; ends the tasks that this ends, and applies job targets and customer limits.
   *
   * @throws 409 CLAIMED_BY_OTHER while somebody else pays a basket; SEATS_TAKEN without `replace`
   */
  async recordPurchase(tx: Tx, payment: Payment): Promise<RecordedPayment> {
    const { baskets, replace, leaseId, reference = () => null } = payment;
    if (baskets?.claimed === 'skip') await this.claims.lock(tx, baskets.ids);
    else if (baskets) await this.claims.requireFree(tx, baskets.ids, baskets.claimed === 'override');
    const tasks = await payment.lockTasks();
    const holds = await payment.lockHolds(tasks);
    const stated = holds.filter(payment.isPaid);
    const { payable, failed, replaced } = await this.earlier.resolve(tx, stated, replace);
    const paid = recordable(payment, { stated, payable, failed });
    const ticketIds = await this.insertTickets(tx, { holds: paid, tasks, reference, replaced, leaseId });
    if (baskets && paid.length > 0) await this.claims.endEmpty(tx, baskets.ids);
    return { ticketIds, tasks, holds, paid, failed };
  }

  /** The tickets of holds that were recorded as paid, in the order of the holds. */
  async findTickets(tx: Tx, holdIds: readonly number[]): Promise<TicketDto[]> {
    return this.tickets.findByIds(tx, await this.repository.findTicketIds(tx, holdIds));
  }

  private async insertTickets(
    tx: Tx,
    { holds, tasks, reference, replaced, leaseId }: PaidHolds,
  ): Promise<number[]> {
    if (holds.length === 0) return [];
    await this.heldSeats.confirm(
      tx,
      holds.map(({ id }) => id),
      leaseId ?? null,
    );
    for (const [eventId, group] of Map.groupBy(holds, ({ event_id }) => event_id)) {
      await this.repository.lockCustomers(
        tx,
        eventId,
        group.map((hold) => hold.customer_identity),
      );
    }
    const tickets = await this.repository.insertTickets(
      tx,
      holds.map(({ id, live }) => ({ hold_id: id, late: !live, ticket_reference: reference(id) })),
    );
    await this.flagOverLimit(tx, holds, tickets);
    const pairs = holds.flatMap(({ id }) =>
      (replaced.get(id) ?? []).map((old) => ({ id: old, replaced_by: tickets.get(id) ?? 0 })),
    );
    await this.records.setReplacedBy(tx, pairs);
    // A reversed record may have reopened other tasks of the same buyers, which this purchase ends again.
    const current = pairs.length > 0 ? await this.lockAgain(tx, holds, tasks) : tasks;
    await this.endTasks(tx, { holds, tasks: current, leaseId });
    await this.targets.stopWonJobs(tx, [...new Set(holds.flatMap(({ job_id }) => job_id ?? []))]);
    // Last, as where seats are held: budgets are locked once no more tasks are.
    await this.budgets.flagOver(
      tx,
      holds.map((hold) => ({ ...hold, ticket_id: tickets.get(hold.id) ?? 0 })),
    );
    await auditAll(
      tx,
      holds.map((hold) => ({
        action: 'ticket.purchase',
        entity: 'ticket',
        entity_id: tickets.get(hold.id) ?? null,
        realm_id: hold.realm_id,
        after: { hold_id: hold.id, task_id: hold.task_id, late: !hold.live },
      })),
    );
    await this.orders.queue(tx, 'recorded', [...tickets.values()]);
    this.metrics.countBoughtSeats(tx, leaseId === undefined ? 'person' : 'worker', holds);
    return holds.flatMap(({ id }) => tickets.get(id) ?? []);
  }

  private lockAgain(tx: Tx, holds: readonly HoldRow[], tasks: readonly TaskRow[]): Promise<TaskRow[]> {
    return this.lifecycle.lockWithBuyers(
      tx,
      tasks.map(({ id }) => id),
      holds,
    );
  }

  /** Ends tasks because their login has bought seats for their event. */
  async endOtherTasks(
    tx: Tx,
    tasks: readonly TaskRow[],
    message: (row: TaskRow) => TaskReason,
  ): Promise<void> {
    await this.transitions.apply(
      tx,
      tasks.map((row) => ({ row, input: { type: 'purchase' }, message: message(row) })),
    );
  }

  /** Tasks whose seats were paid become bought once they hold no other seats; the buyer's other tasks become so at once. */
  private async endTasks(
    tx: Tx,
    { holds, tasks, leaseId }: Pick<PaidHolds, 'holds' | 'tasks' | 'leaseId'>,
  ): Promise<void> {
    const seats = Map.groupBy(holds, ({ task_id }) => task_id);
    const bought = (row: TaskRow) => taskReason('SEATS_BOUGHT', { count: seats.get(row.id)?.length ?? 0 });
    const owners = tasks.filter(({ id }) => seats.has(id));
    const counts = await this.heldSeats.countByTask(
      tx,
      owners.map(({ id }) => id),
    );
    // A person paid for some of the seats that a worker would buy, so the worker must not pay for the rest.
    const taken = (row: TaskRow) =>
      row.mode === 'buy' && leaseId === undefined && (counts.get(row.id)?.live ?? 0) > 0;
    const applied = await this.transitions.apply(
      tx,
      owners.map((row) => ({
        row,
        input: taken(row)
          ? { type: 'purchase' }
          : { type: 'paid', ...(counts.get(row.id) ?? { live: 0, confirmed: 0 }) },
        message: bought(row),
        // A worker reports what it paid, so the order is known.
        order: leaseId === undefined ? undefined : 'recorded',
      })),
    );
    // These tasks hold other seats or were already bought: their status stays, and the timeline records the payment.
    const partly = applied.filter(
      ({ row, outcome }) => outcome.kind === 'already' && ['carted', 'bought'].includes(row.status),
    );
    await this.lifecycle.recordEvents(
      tx,
      partly.map(({ row }) => unchangedStatus(row, 'paid', bought(row))),
    );
    const sources = Map.groupBy(holds, buyerKey);
    await this.endOtherTasks(
      tx,
      tasks.filter((row) => !seats.has(row.id) && sources.has(buyerKey(row))),
      (row) => boughtByOthersReason(sources.get(buyerKey(row)) ?? []),
    );
  }

  /** A purchase is a fact: over a limit it is recorded all the same, and flagged. */
  private async flagOverLimit(
    tx: Tx,
    holds: readonly HoldRow[],
    tickets: ReadonlyMap<number, number>,
  ): Promise<void> {
    for (const [eventId, group] of Map.groupBy(holds, ({ event_id }) => event_id)) {
      const over = await this.repository.findCustomersOverLimit(
        tx,
        eventId,
        group.map((hold) => hold.customer_identity),
      );
      const ids = group
        .filter((hold) => over.has(hold.customer_identity))
        .flatMap(({ id }) => tickets.get(id) ?? []);
      await this.repository.flagOverLimit(tx, ids);
    }
  }
}

/** The holds to record: all that a worker paid; of those that a person states, the ones that nothing contradicts. */
function recordable(
  { leaseId, wholeBaskets, replace }: Payment,
  { stated, payable, failed }: { stated: HoldRow[]; payable: HoldRow[]; failed: readonly ConfirmFailure[] },
): HoldRow[] {
  if (leaseId !== undefined) return stated;
  if (!wholeBaskets || replace) return payable;
  const ids = new Set(failed.map(({ id }) => id));
  const baskets = new Set(stated.filter(({ id }) => ids.has(id)).map(({ task_id }) => task_id));
  return payable.filter(({ task_id }) => !baskets.has(task_id));
}

/** The reason for a task whose login's other tasks bought the seats. */
function boughtByOthersReason(holds: readonly HoldRow[]): TaskReason {
  const ids = [...new Set(holds.flatMap(({ task_id }) => task_id ?? []))];
  const count = holds.length;
  return ids.length === 1
    ? taskReason('BOUGHT_BY_TASK', { count, task: ids[0] })
    : taskReason('BOUGHT_BY_TASKS', { count });
}
