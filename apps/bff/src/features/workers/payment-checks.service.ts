import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../../platform/access/caller';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import { lockHolds, Purchases, ticketIdsOfHolds, seatKey } from '../carts';
import { taskReason, lockTasksOfBuyers, recordEvents } from '../tasks';
import { TicketsRepository } from '../tickets';
import { leaseLostError } from './current-lease';
import { LeaseBuilder } from './lease-builder';
import type { LeaseDto, PurchaseAnswer, SeatDto, SettleDto } from './protocol.dto';
import {
  findCheckedTask,
  type CheckFilter,
  closeCheck,
  findOrCreateHolds,
  leaseChecks,
  lockOpenChecks,
  holdsConfirmedUnderLease,
  isSettledUnderLease,
} from './payment-checks.repository';

/** Checks of finished tasks' payments: a worker asks the site by the order key, and what was paid is recorded. */
@Injectable()
export class PaymentChecks {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: Purchases,
    private readonly contents: LeaseBuilder,
    private readonly tickets: TicketsRepository,
  ) {}

  /** Gives a worker the checks that wait, the oldest first. */
  async lease(tx: Tx, workerId: number, places: CheckFilter): Promise<LeaseDto[]> {
    const ids = await lockOpenChecks(tx, places);
    if (ids.length === 0) return [];
    return this.contents.ofChecks(tx, await leaseChecks(tx, workerId, ids));
  }

  /**
   * Records what the site says of the order: paid seats become tickets and end their buyer's tasks, whatever has become of
   * the task and its holds meanwhile. The same call again answers the same tickets.
   */
  settle(
    scope: Scope,
    worker: WorkerIdentity,
    leaseId: string,
    { paid, seats = [], ticket_reference }: SettleDto,
  ): Promise<PurchaseAnswer> {
    checkSeats(paid, seats);
    return this.transactions.run(scope, async (tx) => {
      const named = await findCheckedTask(tx, worker, leaseId);
      if (!named) {
        if (!(await isSettledUnderLease(tx, worker, leaseId))) throw leaseLostError();
        return this.answer(tx, await holdsConfirmedUnderLease(tx, leaseId));
      }
      const tasks = await lockTasksOfBuyers(tx, [named.id], [named]);
      const row = tasks.find(({ id }) => id === named.id);
      if (!row || !(await findCheckedTask(tx, worker, leaseId))) throw leaseLostError();
      const ids = paid
        ? await this.record(tx, { tasks, taskId: row.id, leaseId, seats, ticket_reference })
        : [];
      await closeCheck(tx, row.id);
      const [{ status } = row] = await tx.query<Pick<typeof row, 'status'>>(
        'SELECT status FROM tasks WHERE id = $1',
        [row.id],
      );
      await recordEvents(tx, [
        {
          task_id: row.id,
          realm_id: row.realm_id,
          what: 'payment_checked',
          from: status,
          to: status,
          message: paid ? taskReason('SITE_PAID', { count: seats.length }) : taskReason('SITE_NOT_PAID'),
        },
      ]);
      return this.answer(tx, ids);
    });
  }

  private async answer(tx: Tx, holdIds: readonly number[]): Promise<PurchaseAnswer> {
    return { tickets: await this.tickets.byIds(tx, await ticketIdsOfHolds(tx, holdIds)) };
  }

  private async record(
    tx: Tx,
    {
      tasks,
      taskId,
      leaseId,
      seats,
      ticket_reference,
    }: Pick<Parameters<Purchases['record']>[1], 'tasks'> & {
      taskId: number;
      leaseId: string;
      seats: readonly SeatDto[];
      ticket_reference: string | null | undefined;
    },
  ): Promise<number[]> {
    const ids = await findOrCreateHolds(tx, taskId, seats);
    const holds = await lockHolds(tx, 'h.id = ANY ($1::int[])', [ids]);
    const fresh = holds
      .filter(({ status }) => status !== 'confirmed')
      .map((hold) => ({ ...hold, late: !hold.live }));
    const references = new Map(fresh.map(({ id }) => [id, ticket_reference ?? null]));
    await this.purchases.record(tx, { holds: fresh, tasks, references, leaseId });
    return fresh.map(({ id }) => id);
  }
}

function checkSeats(paid: boolean, seats: readonly SeatDto[]): void {
  const message =
    paid && seats.length === 0
      ? 'seats must name what was paid'
      : !paid && seats.length > 0
        ? 'seats are only for an order that was paid'
        : new Set(seats.map(seatKey)).size < seats.length
          ? 'seats must name each seat once'
          : null;
  if (message) throw invalid([{ field: 'seats', message, code: 'INVALID' }]);
}
