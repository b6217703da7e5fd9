import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../platform/access/caller';
import { Transactions, type Tx } from '../platform/database/transactions';
import { invalid } from '../platform/errors/api-error';
import { requireExactAmount } from '../platform/http/text-fields';
import type { Scope } from '../platform/realm-scope/scope';
import { type HoldRow, HoldsRepository, Purchases, seatKey } from '../purchases';
import { TaskLifecycleRepository, taskReason, type TaskRow, unchangedStatus } from '../work';
import { LeaseBuilder } from './lease-builder';
import { leaseLostError } from './leases.repository';
import { type CheckFilter, PaymentChecksRepository } from './payment-checks.repository';
import type { LeaseDto, PurchaseAnswer, SeatDto, SettleDto } from './protocol.dto';

/** An order that the site says is paid. */
interface PaidOrder {
  /** The checked task and the other tasks of its buyer, locked. */
  tasks: TaskRow[];
  taskId: number;
  leaseId: string;
  seats: readonly SeatDto[];
  reference: string | null;
}

/** Payment checks of finished tasks: a worker looks up the order at the site, and what was paid is recorded. */
@Injectable()
export class PaymentChecks {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: Purchases,
    private readonly leases: LeaseBuilder,
    private readonly checks: PaymentChecksRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly holds: HoldsRepository,
  ) {}

  /** Leases open checks to a worker, the oldest first. */
  async lease(tx: Tx, workerId: number, filter: CheckFilter): Promise<LeaseDto[]> {
    const ids = await this.checks.lockOpenChecks(tx, filter);
    if (ids.length === 0) return [];
    return this.leases.buildForChecks(tx, await this.checks.leaseChecks(tx, workerId, ids));
  }

  /**
   * Records the site's response about the order. Paid seats become tickets and end their buyer's tasks, whatever the status of
   * the task and its holds. A repeated call returns the same tickets.
   */
  settle(
    scope: Scope,
    worker: WorkerIdentity,
    leaseId: string,
    { paid, seats = [], ticket_reference }: SettleDto,
  ): Promise<PurchaseAnswer> {
    checkSeats(paid, seats);
    return this.transactions.run(scope, async (tx) => {
      const named = await this.checks.findCheckedTask(tx, worker, leaseId);
      if (!named) {
        if (!(await this.checks.isSettledUnderLease(tx, worker, leaseId))) throw leaseLostError();
        return this.answer(tx, await this.checks.findHoldsConfirmedUnderLease(tx, leaseId));
      }
      const tasks = await this.lifecycle.lockWithBuyers(tx, [named.id], [named]);
      const row = tasks.find(({ id }) => id === named.id);
      // Read again under the lock, because the lease may have ended in the meantime.
      if (!row || !(await this.checks.findCheckedTask(tx, worker, leaseId))) throw leaseLostError();
      const holds = paid
        ? await this.recordPaid(tx, {
            tasks,
            taskId: row.id,
            leaseId,
            seats,
            reference: ticket_reference ?? null,
          })
        : [];
      await this.checks.closeCheck(tx, row.id);
      const { status } = (await this.lifecycle.lock(tx, row.id)) ?? row;
      const reason = paid ? taskReason('SITE_PAID', { count: seats.length }) : taskReason('SITE_NOT_PAID');
      await this.lifecycle.recordEvents(tx, [unchangedStatus({ ...row, status }, 'payment_checked', reason)]);
      return this.answer(
        tx,
        holds.map(({ id }) => id),
      );
    });
  }

  private async answer(tx: Tx, holdIds: readonly number[]): Promise<PurchaseAnswer> {
    return { tickets: await this.purchases.findTickets(tx, holdIds) };
  }

  /** Records what the site says was paid; returns the holds that weren't recorded before. */
  private async recordPaid(tx: Tx, order: PaidOrder): Promise<HoldRow[]> {
    const { tasks, taskId, leaseId, seats, reference } = order;
    const { paid } = await this.purchases.recordPurchase(tx, {
      lockTasks: () => Promise.resolve(tasks),
      lockHolds: async () => this.holds.lockByIds(tx, await this.checks.findOrCreateHolds(tx, taskId, seats)),
      isPaid: ({ status }) => status !== 'confirmed',
      replace: true,
      reference: () => reference,
      leaseId,
    });
    return paid;
  }
}

function checkSeats(paid: boolean, seats: readonly SeatDto[]): void {
  const message =
    paid && seats.length === 0
      ? 'seats must name what was paid'
      : !paid && seats.length > 0
        ? 'seats are only for an order that was paid'
        : new Set(seats.map(seatKey)).size < seats.length
          ? 'seats must name each seat only once'
          : null;
  if (message) throw invalid([{ field: 'seats', message, code: 'INVALID' }]);
  seats.forEach(({ price, currency }, index) => {
    if (currency) requireExactAmount(`seats.${index}.price`, price, currency);
  });
}
