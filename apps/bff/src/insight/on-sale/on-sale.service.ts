import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { BudgetsService, type EventBudgetDto, type EventBudgetInput } from '../../purchases';
import type { OnSaleDto, OnSaleHistoryDto, OnSaleHistoryQuery, OnSaleQuery } from './on-sale.dto';
import { OnSaleRepository, roomKey } from './on-sale.repository';
import { choosePeriod, historyOf, MAX_POINTS } from './on-sale-history';
import { OnSaleHistoryRepository, type Period } from './on-sale-history.repository';

/** What the on-sale room shows of an event, each response read in one transaction. */
@Injectable()
export class OnSaleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly room: OnSaleRepository,
    private readonly histories: OnSaleHistoryRepository,
    private readonly budgets: BudgetsService,
  ) {}

  /** @throws 404 for an unknown event */
  snapshot(scope: Scope, eventId: number, query: OnSaleQuery): Promise<OnSaleDto> {
    const key = roomKey(scope, eventId, query);
    return this.transactions.read(scope, async (tx) => {
      const { at, ...event } = await this.requireEvent(tx, eventId);
      const { in_progress, busy, queue_age_s, ...tasks } = await this.room.readTasks(tx, key);
      const seats = await this.room.readSeats(tx, key);
      const { lapsed: expired } = await this.room.countExpired(tx, key);
      const money = await this.room.readMoney(tx, key);
      const workerRealm = scope.kind === 'realm' ? scope.realmId : key.realm;
      return {
        at,
        event,
        seats: { ...seats, in_progress, lapsed: expired },
        ...tasks,
        baskets: await this.room.readBaskets(tx, key),
        failures: await this.room.readFailures(tx, key),
        waiting: await this.room.readWaiting(tx, key),
        workers: { ...(await this.room.readWorkers(tx, event.site_id, workerRealm)), busy, queue_age_s },
        money,
        jobs: await this.room.readJobs(tx, key),
      };
    });
  }

  /** @throws 404 for an unknown event, 400 for a period that ends before it starts or has too many steps */
  history(scope: Scope, eventId: number, query: OnSaleHistoryQuery): Promise<OnSaleHistoryDto> {
    const key = roomKey(scope, eventId, query);
    return this.transactions.read(scope, async (tx) => {
      const times = await this.histories.readTimes(tx, key);
      if (!times) throw notFound('Event');
      const period = choosePeriod(times, query);
      checkPeriod(period);
      const { wanted } = await this.room.readSeats(tx, key);
      return historyOf(period, wanted, {
        now: await this.histories.countNow(tx, key),
        changes: await this.histories.readChanges(tx, key, period),
        planned: await this.histories.readPlanned(tx, key, period),
        seats: await this.histories.readSeats(tx, key, period),
        waiting: await this.histories.readWaiting(tx, key, period),
        failures: await this.histories.readFailures(tx, key, period),
      });
    });
  }

  /** @throws 404 for an unknown event */
  async setBudget(scope: Scope, eventId: number, input: EventBudgetInput): Promise<EventBudgetDto> {
    await this.transactions.read(scope, (tx) => this.requireEvent(tx, eventId));
    return this.budgets.setForEvent(scope, eventId, input);
  }

  private async requireEvent(tx: Tx, eventId: number) {
    const event = await this.room.findEvent(tx, eventId);
    if (!event) throw notFound('Event');
    return event;
  }
}

function checkPeriod({ from, to, step }: Period): void {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
  if (seconds <= 0) throw invalid([{ field: 'to', message: 'to must be after from', code: 'INVALID' }]);
  if (seconds / step > MAX_POINTS)
    throw invalid([
      { field: 'step', message: `step must give at most ${MAX_POINTS} points`, code: 'INVALID' },
    ]);
}
