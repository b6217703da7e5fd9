import { Injectable } from '@nestjs/common';
import { sumAmounts } from '@tessera/domain';
import type { WorkerIdentity } from '../platform/access/caller';
import { Transactions, type Tx } from '../platform/database/transactions';
import { ApiError, invalid } from '../platform/errors/api-error';
import { checkBasket, requireExactAmount, type SiteAddresses } from '../platform/http/text-fields';
import type { Scope } from '../platform/realm-scope/scope';
import { Budgets, HoldsRepository, Purchases, type ReservedSeat, seatKey } from '../purchases';
import { TaskLifecycleRepository, taskReason, type TaskRow, Transitions, unchangedStatus } from '../work';
import { type CountedSeat, LeaseSeatsRepository } from './lease-seats.repository';
import { leaseLostError, LeasesRepository } from './leases.repository';
import type { HeldSeat, HoldAnswer, HoldDto, PurchaseAnswer, PurchaseDto, SeatDto } from './protocol.dto';

/** Records seats that a worker holds and pays at the site. Repeated calls return the same ids. */
@Injectable()
export class LeaseSeats {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly purchases: Purchases,
    private readonly leases: LeasesRepository,
    private readonly seats: LeaseSeatsRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly holds: HoldsRepository,
    private readonly budgets: Budgets,
  ) {}

  /**
   * Records held seats.
   *
   * @throws 409 LIMIT_REACHED when they exceed the customer's limit for the event, BUDGET_REACHED when they exceed a budget
   */
  hold(scope: Scope, worker: WorkerIdentity, leaseId: string, body: HoldDto): Promise<HoldAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const row = await this.leases.lockLeasedTask(tx, worker, leaseId);
      if (!row) return { holds: await this.repeatedHold(tx, worker, leaseId, body.seats) };
      const customer = await this.seats.readCustomer(tx, row.id);
      checkHold(body, customer);
      const seats = body.seats.map((seat) => ({ ...seat, currency: seat.currency ?? customer.currency }));
      seats.forEach(({ price, currency }, index) =>
        requireExactAmount(`seats.${index}.price`, price, currency),
      );
      await this.seats.lockSeats(tx, row, seats.map(seatKey), customer.customer_identity);
      const known = await this.seats.findCountedSeats(tx, row.id);
      const fresh = body.seats.filter((seat) => !known.some((held) => sameSeat(held, seat)));
      await this.checkCustomerLimit(tx, row, customer.customer_identity, fresh.length);
      const holds = await this.seats.upsertHolds(tx, row.id, leaseId, { ...body, seats });
      await this.budgets.requireRoom(tx, ownerOf(row), reservedBy(known, seats));
      await this.seats.setBasket(tx, row.id, body.basket ?? null);
      const { outcome } = await this.transitions.applyOne(tx, {
        row,
        input: { type: 'hold', keepsLease: row.mode === 'buy' },
        message: taskReason('SEATS_HELD', { count: body.seats.length }),
      });
      if (outcome.kind === 'already' && fresh.length > 0) {
        const more = taskReason('SEATS_HELD', { count: fresh.length });
        await this.lifecycle.recordEvents(tx, [unchangedStatus(row, 'hold', more)]);
        await this.transitions.notifyOfMoreSeats(tx, row, more);
      }
      return { holds: inOrder(holds, body.seats) };
    });
  }

  /** Records that the worker has paid for holds of its task. A repeated call returns the same tickets. */
  purchase(
    scope: Scope,
    worker: WorkerIdentity,
    leaseId: string,
    body: PurchaseDto,
  ): Promise<PurchaseAnswer> {
    const ids = body.tickets.map(({ hold_id }) => hold_id);
    if (new Set(ids).size !== ids.length || ids.length === 0) {
      throw invalid([
        {
          field: 'tickets',
          message: 'tickets must name at least one hold, and each only once',
          code: 'INVALID',
        },
      ]);
    }
    return this.transactions.run(scope, async (tx) => {
      const { row, tasks } = await this.leases.lockLeasedTaskAndBuyer(tx, worker, leaseId);
      if (!row) return this.repeatedPurchase(tx, worker, leaseId, ids);
      const references = new Map(
        body.tickets.map(({ hold_id, ticket_reference }) => [hold_id, ticket_reference ?? null]),
      );
      await this.purchases.recordPurchase(tx, {
        lockTasks: () => Promise.resolve(tasks),
        lockHolds: async () => {
          const holds = await this.holds.lockByIds(tx, ids);
          if (holds.filter((hold) => hold.task_id === row.id).length < ids.length)
            throw invalid([
              { field: 'tickets', message: 'A hold is not one of this task', code: 'NOT_FOUND' },
            ]);
          return holds;
        },
        // The seats are paid, so the purchase is recorded whatever status the holds have now and whatever was recorded before.
        isPaid: ({ status }) => status !== 'confirmed',
        replace: true,
        reference: (id) => references.get(id) ?? null,
        leaseId,
      });
      return { tickets: await this.purchases.findTickets(tx, ids) };
    });
  }

  /** A repeated call after the lease has ended returns the same tickets. @throws 409 when not all were bought under it */
  private async repeatedPurchase(
    tx: Tx,
    worker: WorkerIdentity,
    leaseId: string,
    ids: readonly number[],
  ): Promise<PurchaseAnswer> {
    const own = (await this.seats.findSeatsUnderLease(tx, leaseId, worker.tokenId)).map(({ id }) => id);
    const holds = await this.holds.lockByIds(tx, ids);
    const bought = holds.filter(({ id, status }) => status === 'confirmed' && own.includes(id));
    if (bought.length < ids.length) throw leaseLostError();
    return { tickets: await this.purchases.findTickets(tx, ids) };
  }

  /** A repeated call after the lease has ended returns the same ids. @throws 409 when not all seats were held under it */
  private async repeatedHold(
    tx: Tx,
    worker: WorkerIdentity,
    leaseId: string,
    seats: readonly SeatDto[],
  ): Promise<HeldSeat[]> {
    const found = inOrder(await this.seats.findSeatsUnderLease(tx, leaseId, worker.tokenId), seats);
    if (seats.length === 0 || found.length < seats.length) throw leaseLostError();
    return found;
  }

  private async checkCustomerLimit(tx: Tx, row: TaskRow, identity: string, requested: number): Promise<void> {
    const { limit, used } = await this.seats.readCustomerUsage(tx, row.event_id, identity);
    if (limit === null || requested === 0 || used + requested <= limit) return;
    throw new ApiError(
      'LIMIT_REACHED',
      `This customer may have ${limit} of this event, has ${used} and was to get ${requested} more`,
      { context: { limit, used, asked: requested, name: 'max_per_customer' } },
    );
  }
}

const sameSeat = (
  a: { area: string; row: string; seat: string },
  b: { area: string; row: string; seat: string },
) => a.area === b.area && a.row === b.row && a.seat === b.seat;

const ownerOf = ({ id, realm_id, event_id, job_id }: TaskRow) => ({
  realm_id,
  event_id,
  job_id,
  task_id: id,
});

/** The seats that reserve more than before: new ones, and those whose price rose. */
const reservedBy = (
  known: readonly CountedSeat[],
  seats: readonly (SeatDto & { currency: string | null })[],
): ReservedSeat[] =>
  seats.flatMap(({ price, currency, ...seat }) => {
    const held = known.find((one) => sameSeat(one, seat));
    const before = held?.currency === currency ? (held.price ?? 0) : 0;
    const adds = held?.bought ? 0 : sumAmounts([price, -before]);
    return adds > 0 ? [{ price, adds, currency }] : [];
  });

const inOrder = (holds: readonly HeldSeat[], seats: readonly SeatDto[]): HeldSeat[] =>
  seats.flatMap((seat) => holds.find((hold) => sameSeat(hold, seat)) ?? []);

/** @throws 400 unless the seats differ, the expiry is within a day, and the basket is at the site */
function checkHold({ seats, basket, expires_at }: HoldDto, site: SiteAddresses & { now: Date }): void {
  const keys = seats.map(({ area, row, seat }) => JSON.stringify([area, row, seat]));
  if (keys.length === 0 || new Set(keys).size < keys.length) {
    throw invalid([
      { field: 'seats', message: 'seats must name at least one seat, and each only once', code: 'INVALID' },
    ]);
  }
  if (seats.some(({ currency }) => currency && !/^[A-Z]{3}$/.test(currency))) {
    throw invalid([{ field: 'seats', message: 'currency must be an ISO 4217 code', code: 'NOT_CURRENCY' }]);
  }
  const remainingMs = Date.parse(expires_at) - site.now.getTime();
  if (!(remainingMs > 0) || remainingMs > 24 * 3_600_000) {
    throw invalid([
      { field: 'expires_at', message: 'expires_at must be in the future, by at most a day', code: 'INVALID' },
    ]);
  }
  checkBasket(basket, site);
}
