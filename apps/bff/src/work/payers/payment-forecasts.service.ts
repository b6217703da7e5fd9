import { Injectable } from '@nestjs/common';
import { namesIn } from '@tessera/domain/cost';
import { Transactions, type Tx } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import type { OwnPayerDto, PaymentForecastDto } from './payers.dto';
import { type PayerRow, type PayersKey, PayersRepository } from './payers.repository';
import { type ComingJob, countPaid, forecastOf, type PaymentSituation } from './payment-forecast';
import { type ComingRow, PaymentForecastsRepository } from './payment-forecasts.repository';

/** Who is on for an event, what the caller is to it, and whether that is enough. */
export interface EventPayments {
  at: string;
  payers: PayerRow[];
  me: OwnPayerDto;
  forecast: PaymentForecastDto;
}

/** Whether people can pay the baskets of an event in time. */
@Injectable()
export class PaymentForecasts {
  constructor(
    private readonly transactions: Transactions,
    private readonly payers: PayersRepository,
    private readonly forecasts: PaymentForecastsRepository,
  ) {}

  /** Of the realm's baskets of an event. The caller has checked that the scope may read the realm's. */
  read(scope: Scope, key: PayersKey): Promise<EventPayments> {
    return this.readAll(scope, async (tx) => {
      const { userId } = scope.actor;
      const { common, own } = await this.payers.readPaces(tx, key.realm, userId);
      const situation = await this.readSituation(tx, key, common);
      const mayPay = await this.payers.mayPay(tx, key.realm, userId);
      return {
        at: situation.now.toISOString(),
        payers: situation.payers,
        me: {
          may_pay: mayPay,
          is_on: situation.payers.some(({ user_id }) => user_id === userId),
          pace_s: mayPay ? Math.round(own * 10) / 10 : null,
        },
        forecast: forecastOf(situation),
      };
    });
  }

  /** As `read`, with the tasks of a launch that is planned; null: no baskets come. */
  preview(
    scope: Scope,
    key: PayersKey,
    { templateId, planned }: { templateId: number | null; planned: (now: Date) => ComingJob },
  ): Promise<PaymentForecastDto | null> {
    return this.readAll(scope, async (tx) => {
      const { common } = await this.payers.readPaces(tx, key.realm, null);
      const situation = await this.readSituation(tx, key, common, templateId);
      const job = planned(situation.now);
      if (job.tasks.length === 0) return null;
      return forecastOf({ ...situation, jobs: [...situation.jobs, job] });
    });
  }

  /** How many baskets of events a realm's people will pay, of how many; of those that have any. */
  countPaid(
    scope: Scope,
    realm: number,
    events: readonly number[],
  ): Promise<Map<number, { paid: number; baskets: number }>> {
    return this.readAll(scope, async (tx) => {
      const counts = new Map<number, { paid: number; baskets: number }>();
      const { common } = await this.payers.readPaces(tx, realm, null);
      for (const event of events) {
        const count = countPaid(await this.readSituation(tx, { realm, event }, common));
        if (count.baskets > 0) counts.set(event, count);
      }
      return counts;
    });
  }

  /** Reads past the realm's own rows: people of a rehearsal are those of its realm, whose paces its rehearsals teach too. */
  private readAll<T>({ actor }: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transactions.read({ kind: 'all', actor }, work);
  }

  private async readSituation(
    tx: Tx,
    key: PayersKey,
    pace_s: number,
    templateId: number | null = null,
  ): Promise<PaymentSituation & { payers: PayerRow[] }> {
    return {
      ...(await this.forecasts.readFacts(tx, key, templateId)),
      held: await this.forecasts.listHeld(tx, key),
      jobs: (await this.forecasts.listComing(tx, key)).map(toJob),
      payers: await this.payers.listPayers(tx, key),
      pace_s,
    };
  }
}

const toJob = ({ job_id, name, room, first_s, delay, price_levels, ...tasks }: ComingRow): ComingJob => ({
  job_id,
  name,
  room,
  moves: job_id === null || first_s === null ? null : { first_s, delay },
  levels: namesIn(price_levels) ?? [],
  tasks: tasks.starts.map((start_s, at) => ({
    start_s,
    seats: tasks.seats[at] ?? 1,
    index: tasks.indexes[at] ?? 0,
    is_last: tasks.lasts[at] ?? false,
  })),
});
