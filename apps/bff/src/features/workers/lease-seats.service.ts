import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../../platform/access/caller';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, Problem } from '../../platform/errors/problem';
import type { Scope } from '../../platform/realm-scope/scope';
import { checkBasket, type SiteAddresses } from '../../platform/http/basket';
import { lockHolds, Purchases, ticketIdsOfHolds, seatKey } from '../carts';
import { taskReason, type TaskRow, Transitions, recordEvents } from '../tasks';
import { TicketsRepository } from '../tickets';
import { lockLeasedTask, lockLeasedTaskAndBuyer, leaseLostError } from './current-lease';
import {
  readCustomer,
  seatsUnderLease,
  countedSeats,
  readCustomerUsage,
  setBasket,
  upsertHolds,
  type HeldSeatRow,
} from './lease-seats.repository';
import type { HoldAnswer, HoldDto, PurchaseAnswer, PurchaseDto, SeatDto } from './protocol.dto';

/** Seats that a worker holds and pays at the site; a repeated call answers the same ids. */
@Injectable()
export class LeaseSeats {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly purchases: Purchases,
    private readonly tickets: TicketsRepository,
  ) {}

  /** Records held seats, within the customer's limit: 409 LIMIT_REACHED when there is no room for all of them. */
  hold(scope: Scope, worker: WorkerIdentity, leaseId: string, body: HoldDto): Promise<HoldAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockLeasedTask(tx, worker, leaseId);
      if (!row) return { holds: await repeatedHold(tx, worker, leaseId, body.seats) };
      const customer = await readCustomer(tx, row.id);
      checkHold(body, customer);
      await tx.query('SELECT lock_seats($1, $2::text[]), lock_customers($1, $3::text[])', [
        row.event_id,
        body.seats.map(seatKey),
        [customer.customer_identity],
      ]);
      const known = await countedSeats(tx, row.id);
      const fresh = body.seats.filter((seat) => !known.some((held) => sameSeat(held, seat)));
      await this.checkRoom(tx, row, customer.customer_identity, fresh.length);
      const holds = await upsertHolds(tx, row.id, leaseId, {
        ...body,
        seats: body.seats.map((seat) => ({ ...seat, currency: seat.currency ?? customer.currency })),
      });
      await setBasket(tx, row.id, body.basket ?? null);
      const { outcome } = await this.transitions.one(tx, {
        row,
        input: { type: 'hold', keepsLease: row.mode === 'buy' },
        message: taskReason('SEATS_HELD', { count: body.seats.length }),
      });
      if (outcome.kind === 'already' && fresh.length > 0) {
        const { realm_id, status } = row;
        await recordEvents(tx, [
          {
            realm_id,
            task_id: row.id,
            what: 'hold',
            from: status,
            to: status,
            message: taskReason('SEATS_HELD', { count: fresh.length }),
          },
        ]);
      }
      return { holds: inOrder(holds, body.seats) };
    });
  }

  /** Records that the worker has paid for holds of its task; the tickets of a repeated call are the same. */
  purchase(
    scope: Scope,
    worker: WorkerIdentity,
    leaseId: string,
    body: PurchaseDto,
  ): Promise<PurchaseAnswer> {
    const ids = body.tickets.map(({ hold_id }) => hold_id);
    if (new Set(ids).size !== ids.length || ids.length === 0) {
      throw invalid([
        { field: 'tickets', message: 'tickets must name each hold once, and at least one', code: 'INVALID' },
      ]);
    }
    return this.transactions.run(scope, async (tx) => {
      const { row, tasks } = await lockLeasedTaskAndBuyer(tx, worker, leaseId);
      const holds = await lockHolds(tx, 'h.id = ANY ($1::int[])', [ids]);
      const own = row ? [] : (await seatsUnderLease(tx, leaseId, worker.tokenId)).map(({ id }) => id);
      const mine = holds.filter((hold) =>
        row ? hold.task_id === row.id : hold.status === 'confirmed' && own.includes(hold.id),
      );
      if (!row && mine.length < ids.length) throw leaseLostError();
      if (mine.length < ids.length)
        throw invalid([{ field: 'tickets', message: 'A hold is not one of this task', code: 'NOT_FOUND' }]);
      if (row) {
        // The site has been paid: that is recorded whatever has become of the hold meanwhile.
        const paid = mine
          .filter(({ status }) => status !== 'confirmed')
          .map((hold) => ({ ...hold, late: !hold.live }));
        const references = new Map(
          body.tickets.map(({ hold_id, ticket_reference }) => [hold_id, ticket_reference ?? null]),
        );
        await this.purchases.record(tx, { holds: paid, tasks, references, leaseId });
      }
      return { tickets: await this.tickets.byIds(tx, await ticketIdsOfHolds(tx, ids)) };
    });
  }

  private async checkRoom(tx: Tx, row: TaskRow, identity: string, asked: number): Promise<void> {
    const { limit, used } = await readCustomerUsage(tx, row.event_id, identity);
    if (limit === null || asked === 0 || used + asked <= limit) return;
    throw new Problem(
      'LIMIT_REACHED',
      `This customer may have ${limit} of this event, has ${used} and was to get ${asked} more`,
      {
        context: { limit, used, asked, name: 'max_per_customer' },
      },
    );
  }
}

const sameSeat = (
  a: { area: string; row: string; seat: string },
  b: { area: string; row: string; seat: string },
) => a.area === b.area && a.row === b.row && a.seat === b.seat;

const inOrder = (holds: readonly HeldSeatRow[], seats: readonly SeatDto[]): HeldSeatRow[] =>
  seats.flatMap((seat) => holds.find((hold) => sameSeat(hold, seat)) ?? []);

/** After a `hold` task was released with its hold, the same call again answers the same ids; else the lease is lost. */
async function repeatedHold(
  tx: Tx,
  worker: WorkerIdentity,
  leaseId: string,
  seats: readonly SeatDto[],
): Promise<HeldSeatRow[]> {
  const found = inOrder(await seatsUnderLease(tx, leaseId, worker.tokenId), seats);
  if (seats.length === 0 || found.length < seats.length) throw leaseLostError();
  return found;
}

/** The seats differ, the time is ahead, and the basket is at the site itself. */
function checkHold({ seats, basket, expires_at }: HoldDto, site: SiteAddresses & { now: Date }): void {
  const keys = seats.map(({ area, row, seat }) => JSON.stringify([area, row, seat]));
  if (keys.length === 0 || new Set(keys).size < keys.length) {
    throw invalid([
      { field: 'seats', message: 'seats must name each seat once, and at least one', code: 'INVALID' },
    ]);
  }
  if (seats.some(({ currency }) => currency && !/^[A-Z]{3}$/.test(currency))) {
    throw invalid([{ field: 'seats', message: 'currency must be an ISO 4217 code', code: 'NOT_CURRENCY' }]);
  }
  const ahead = Date.parse(expires_at) - site.now.getTime();
  if (!(ahead > 0) || ahead > 24 * 3_600_000) {
    throw invalid([
      { field: 'expires_at', message: 'expires_at must be ahead, by a day at most', code: 'INVALID' },
    ]);
  }
  checkBasket(basket, site);
}
