import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../platform/access/caller';
import { Transactions, type Tx } from '../platform/database/transactions';
import { invalid } from '../platform/errors/api-error';
import type { Scope } from '../platform/realm-scope/scope';
import { EarlierRecords, HoldsRepository, Purchases, PurchasesRepository, seatKey } from '../purchases';
import { TaskLifecycleRepository, taskReason, unchangedStatus } from '../work';
import { TicketsRepository } from '../purchases';
import { leaseLostError } from './current-lease';
import { LeaseBuilder } from './lease-builder';
import { type CheckFilter, PaymentChecksRepository } from './payment-checks.repository';
import type { LeaseDto, PurchaseAnswer, SeatDto, SettleDto } from './protocol.dto';

/** Payment checks of finished tasks: a worker looks up the order at the site, and what was paid is recorded. */
@Injectable()
export class PaymentChecks {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: Purchases,
    private readonly earlier: EarlierRecords,
    private readonly leases: LeaseBuilder,
    private readonly tickets: TicketsRepository,
    private readonly checks: PaymentChecksRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly holds: HoldsRepository,
    private readonly purchaseRows: PurchasesRepository,
  ) {}

  /** Leases open checks to a worker, the oldest first. */
  async lease(tx: Tx, workerId: number, filter: CheckFilter): Promise<LeaseDto[]> {
    const ids = await this.checks.lockOpenChecks(tx, filter);
    if (ids.length === 0) return [];
    return this.leases.buildForChecks(tx, await this.checks.leaseChecks(tx, workerId, ids));
  }

  /**
   * Records the site's answer about the order. Paid seats become tickets and end their buyer's tasks, whatever the status of
   * the task and its holds. A repeated call answers the same tickets.
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
      if (!row || !(await this.checks.findCheckedTask(tx, worker, leaseId))) throw leaseLostError();
      const ids = paid
        ? await this.record(tx, { tasks, taskId: row.id, leaseId, seats, ticket_reference })
        : [];
      await this.checks.closeCheck(tx, row.id);
      const { status } = (await this.lifecycle.lock(tx, row.id)) ?? row;
      const reason = paid ? taskReason('SITE_PAID', { count: seats.length }) : taskReason('SITE_NOT_PAID');
      await this.lifecycle.recordEvents(tx, [unchangedStatus({ ...row, status }, 'payment_checked', reason)]);
      return this.answer(tx, ids);
    });
  }

  private async answer(tx: Tx, holdIds: readonly number[]): Promise<PurchaseAnswer> {
    return { tickets: await this.tickets.findByIds(tx, await this.purchaseRows.findTicketIds(tx, holdIds)) };
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
    const ids = await this.checks.findOrCreateHolds(tx, taskId, seats);
    const holds = await this.holds.lockByIds(tx, ids);
    const fresh = holds
      .filter(({ status }) => status !== 'confirmed')
      .map((hold) => ({ ...hold, late: !hold.live }));
    const references = new Map(fresh.map(({ id }) => [id, ticket_reference ?? null]));
    const { replaced } = await this.earlier.resolve(tx, fresh, true);
    await this.purchases.record(tx, { holds: fresh, tasks, references, replaced, leaseId });
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
          ? 'seats must name each seat only once'
          : null;
  if (message) throw invalid([{ field: 'seats', message, code: 'INVALID' }]);
}
