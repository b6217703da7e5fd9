import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { audit } from '../../platform/audit/audit';
import { JobTargets } from '../tasks/job-targets';
import type { TaskRow } from '../tasks/task-rows';
import { Transitions } from '../tasks/transitions';
import { recordEvents } from '../tasks/transitions.queries';
import { holdCounts, type HoldRow } from './hold-rows';
import { customersOver, insertTickets } from './purchases.queries';

/** Seats that were paid: holds that the caller has locked, with their tasks locked before them. */
export interface Paid {
  holds: readonly HoldRow[];
  tasks: readonly TaskRow[];
  /** The site's own references, by hold. */
  references?: ReadonlyMap<number, string | null>;
  /** The lease under which a worker paid. */
  leaseId?: string;
}

/** Turns paid holds into tickets: once each, with the task, the job and the customer's limit (contract sections 3–6). */
@Injectable()
export class Purchases {
  constructor(
    private readonly transitions: Transitions,
    private readonly targets: JobTargets,
  ) {}

  /** Records the purchase of holds that are live or late; answers the tickets' ids, in the order of the holds. */
  async record(tx: Tx, { holds, tasks, references, leaseId }: Paid): Promise<number[]> {
    if (holds.length === 0) return [];
    await tx.execute(
      `UPDATE holds SET status = 'confirmed', confirmed_at = now(), lease_id = coalesce($2::uuid, lease_id)
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
    const counts = await holdCounts(
      tx,
      tasks.map(({ id }) => id),
    );
    const seats = Map.groupBy(holds, ({ task_id }) => task_id);
    const applied = await this.transitions.apply(
      tx,
      tasks.map((row) => ({
        row,
        input: { type: 'paid', ...(counts.get(row.id) ?? { live: 0, confirmed: 0 }) },
        message: `${seatsText(seats.get(row.id)?.length ?? 0)} bought`,
      })),
    );
    // A part of the seats was paid: the task stays as it is, and its timeline tells of it.
    const partly = applied.filter(
      ({ row, outcome }) => outcome.kind === 'already' && row.status === 'carted',
    );
    await recordEvents(
      tx,
      partly.map(({ row: { id, realm_id, status } }) => ({
        task_id: id,
        realm_id,
        what: 'paid',
        from: status,
        to: status,
        message: `${seatsText(seats.get(id)?.length ?? 0)} bought`,
      })),
    );
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

  /** A purchase states a fact: over a limit it is recorded all the same, and flagged (contract section 3). */
  private async flagOverLimit(
    tx: Tx,
    holds: readonly HoldRow[],
    tickets: ReadonlyMap<number, number>,
  ): Promise<void> {
    for (const [eventId, group] of Map.groupBy(holds, ({ event_id }) => event_id)) {
      const over = await customersOver(
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

/** "1 seat", "2 seats". */
export const seatsText = (count: number): string => `${count} ${count === 1 ? 'seat' : 'seats'}`;
