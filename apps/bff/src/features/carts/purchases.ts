import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { audit } from '../../platform/audit/audit';
import {
  JobTargets,
  type TaskReason,
  taskReason,
  type Buyer,
  type TaskRow,
  Transitions,
  recordEvents,
} from '../tasks';
import { holdCounts, type HoldRow } from './hold-rows';
import { customersOverLimit, insertTickets } from './purchases.repository';

/** Seats that were paid: holds that the caller has locked. */
export interface PaidHolds {
  holds: readonly HoldRow[];
  /** Locked before the holds (`lockTasksOf`): the holds' own tasks and the other tasks of their logins for the event. */
  tasks: readonly TaskRow[];
  /** The site's own references, by hold. */
  references?: ReadonlyMap<number, string | null>;
  /** The lease under which a worker paid. */
  leaseId?: string;
}

/** Turns paid holds into tickets: once each, with the tasks that this ends, the job and the customer's limit. */
@Injectable()
export class Purchases {
  constructor(
    private readonly transitions: Transitions,
    private readonly targets: JobTargets,
  ) {}

  /** Records the purchase of holds that are live or late; answers the tickets' ids, in the order of the holds. */
  async record(tx: Tx, { holds, tasks, references, leaseId }: PaidHolds): Promise<number[]> {
    if (holds.length === 0) return [];
    await tx.execute(
      `UPDATE holds SET status = 'confirmed', confirmed_at = now(), lease_id = coalesce($2::uuid, lease_id),
         worker_id = coalesce((SELECT leased_by FROM tasks WHERE lease_id = $2::uuid), worker_id)
       WHERE id = ANY ($1::int[])`,
      [holds.map(({ id }) => id), leaseId ?? null],
    );
    for (const [eventId, group] of Map.groupBy(holds, ({ event_id }) => event_id)) {
      await tx.query('SELECT lock_customers($1, $2::text[])', [
        eventId,
        group.map((hold) => hold.customer_identity),
      ]);
    }
    const tickets = await insertTickets(
      tx,
      holds.map(({ id, late }) => ({ hold_id: id, late, ticket_reference: references?.get(id) ?? null })),
    );
    await this.flagOverLimit(tx, holds, tickets);
    await this.endTasks(tx, { holds, tasks, leaseId });
    await this.targets.settle(tx, [...new Set(holds.flatMap(({ job_id }) => job_id ?? []))]);
    for (const hold of holds) {
      const ticket = tickets.get(hold.id);
      if (ticket) {
        await audit(tx, {
          action: 'ticket.purchase',
          entity: 'ticket',
          entity_id: ticket,
          realm_id: hold.realm_id,
          after: { hold_id: hold.id, task_id: hold.task_id, late: hold.late },
        });
      }
    }
    return holds.flatMap(({ id }) => tickets.get(id) ?? []);
  }

  /** Ends tasks because their login has bought seats for their event. */
  async endOthers(tx: Tx, tasks: readonly TaskRow[], message: (row: TaskRow) => TaskReason): Promise<void> {
    await this.transitions.apply(
      tx,
      tasks.map((row) => ({ row, input: { type: 'purchase' }, message: message(row) })),
    );
  }

  /** The tasks that held the seats are bought once nothing of theirs is held any more, the buyer's other tasks at once. */
  private async endTasks(tx: Tx, { holds, tasks, leaseId }: Omit<PaidHolds, 'references'>): Promise<void> {
    const seats = Map.groupBy(holds, ({ task_id }) => task_id);
    const bought = (row: TaskRow) => taskReason('SEATS_BOUGHT', { count: seats.get(row.id)?.length ?? 0 });
    const owners = tasks.filter(({ id }) => seats.has(id));
    const counts = await holdCounts(
      tx,
      owners.map(({ id }) => id),
    );
    // A person has paid for a part of what a worker is to buy: the worker must not pay for the rest.
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
        // A worker states what it paid: the order is known.
        order: leaseId === undefined ? undefined : 'recorded',
      })),
    );
    // Others of its seats are still held, or it was bought before: it stays so, and its timeline says what was paid.
    const partly = applied.filter(
      ({ row, outcome }) => outcome.kind === 'already' && ['carted', 'bought'].includes(row.status),
    );
    await recordEvents(
      tx,
      partly.map(({ row }) => ({
        task_id: row.id,
        realm_id: row.realm_id,
        what: 'paid',
        from: row.status,
        to: row.status,
        message: bought(row),
      })),
    );
    const sources = Map.groupBy(holds, buyerKey);
    await this.endOthers(
      tx,
      tasks.filter((row) => !seats.has(row.id) && sources.has(buyerKey(row))),
      (row) => boughtByOthersReason(sources.get(buyerKey(row)) ?? []),
    );
  }

  /** A purchase states a fact: over a limit it is recorded all the same, and flagged. */
  private async flagOverLimit(
    tx: Tx,
    holds: readonly HoldRow[],
    tickets: ReadonlyMap<number, number>,
  ): Promise<void> {
    for (const [eventId, group] of Map.groupBy(holds, ({ event_id }) => event_id)) {
      const over = await customersOverLimit(
        tx,
        eventId,
        group.map((hold) => hold.customer_identity),
      );
      const ids = group
        .filter((hold) => over.has(hold.customer_identity))
        .flatMap(({ id }) => tickets.get(id) ?? []);
      if (ids.length > 0)
        await tx.execute('UPDATE tickets SET over_limit = true WHERE id = ANY ($1::int[])', [ids]);
    }
  }
}

const buyerKey = ({ login_id, event_id }: Buyer): string => `${login_id} ${event_id}`;

/** Which other tasks of the login bought the seats. */
function boughtByOthersReason(holds: readonly HoldRow[]): TaskReason {
  const ids = [...new Set(holds.flatMap(({ task_id }) => task_id ?? []))];
  const count = holds.length;
  return ids.length === 1
    ? taskReason('BOUGHT_BY_TASK', { count, task: ids[0] })
    : taskReason('BOUGHT_BY_TASKS', { count });
}
