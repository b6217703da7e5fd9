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
import { type HoldRow, HoldsRepository } from './holds.repository';
import { PurchasesRepository } from './purchases.repository';
import { RecordsRepository } from './records.repository';

/** Paid seats: holds that the caller has locked. */
export interface PaidHolds {
  holds: readonly HoldRow[];
  /** The holds' own tasks and the other tasks of their buyers, locked before the holds (`lockWithBuyers`). */
  tasks: readonly TaskRow[];
  /** The site's order references, by hold. */
  references?: ReadonlyMap<number, string | null>;
  /** The reversed records that these replace, by hold. */
  replaced?: ReadonlyMap<number, readonly number[]>;
  /** The lease under which a worker paid. */
  leaseId?: string;
}

/** Turns each paid hold into one ticket; ends the tasks that this ends, and applies job targets and customer limits. */
@Injectable()
export class Purchases {
  constructor(
    private readonly transitions: Transitions,
    private readonly targets: JobTargets,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly heldSeats: HoldsRepository,
    private readonly repository: PurchasesRepository,
    private readonly records: RecordsRepository,
    private readonly metrics: TaskMetrics,
  ) {}

  /** Records the purchase of live or late holds; returns the tickets' ids, in the order of the holds. */
  async record(tx: Tx, { holds, tasks, references, replaced, leaseId }: PaidHolds): Promise<number[]> {
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
      holds.map(({ id, late }) => ({ hold_id: id, late, ticket_reference: references?.get(id) ?? null })),
    );
    await this.flagOverLimit(tx, holds, tickets);
    const pairs = holds.flatMap(({ id }) =>
      (replaced?.get(id) ?? []).map((old) => ({ id: old, replaced_by: tickets.get(id) ?? 0 })),
    );
    await this.records.setReplacedBy(tx, pairs);
    // A reversed record may have reopened other tasks of the same buyers, which this purchase ends again.
    const current = pairs.length > 0 ? await this.lockAgain(tx, holds, tasks) : tasks;
    await this.endTasks(tx, { holds, tasks: current, leaseId });
    await this.targets.stopWonJobs(tx, [...new Set(holds.flatMap(({ job_id }) => job_id ?? []))]);
    await auditAll(
      tx,
      holds.map((hold) => ({
        action: 'ticket.purchase',
        entity: 'ticket',
        entity_id: tickets.get(hold.id) ?? null,
        realm_id: hold.realm_id,
        after: { hold_id: hold.id, task_id: hold.task_id, late: hold.late },
      })),
    );
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
  private async endTasks(tx: Tx, { holds, tasks, leaseId }: Omit<PaidHolds, 'references'>): Promise<void> {
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

/** The reason for a task whose login's other tasks bought the seats. */
function boughtByOthersReason(holds: readonly HoldRow[]): TaskReason {
  const ids = [...new Set(holds.flatMap(({ task_id }) => task_id ?? []))];
  const count = holds.length;
  return ids.length === 1
    ? taskReason('BOUGHT_BY_TASK', { count, task: ids[0] })
    : taskReason('BOUGHT_BY_TASKS', { count });
}
