import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { requireTimeZone } from '../../platform/database/time-zones';
import { Transactions } from '../../platform/database/transactions';
import { ownRealm, type Scope } from '../../platform/realm-scope/scope';
import { PaymentForecasts } from '../../work';
import { AttentionRepository } from './attention.repository';
import type {
  DashboardDto,
  DashboardQuery,
  LiveFiguresDto,
  LiveFiguresQuery,
  NextSalesDto,
  NextSalesQuery,
  TasksOverTimeDto,
  TasksOverTimeQuery,
} from './dashboard.dto';
import { chartSteps, DashboardRepository } from './dashboard.repository';
import { LiveFiguresRepository } from './live-figures.repository';
import { readinessOf } from './next-sales';
import { NextSalesRepository } from './next-sales.repository';
import { tasksOverTime } from './tasks-over-time';

/** Failure messages in a response; the most frequent ones. */
const MAX_MESSAGES = 50;

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Reads the dashboard's figures, those of one response in one transaction. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly transactions: Transactions,
    private readonly dashboard: DashboardRepository,
    private readonly attention: AttentionRepository,
    private readonly liveFigures: LiveFiguresRepository,
    private readonly nextSales: NextSalesRepository,
    private readonly payments: PaymentForecasts,
    @Inject(Config) private readonly config: Pick<Config, 'sandboxUrl'>,
  ) {}

  figures(scope: Scope, { realm_id, time_zone = 'UTC' }: DashboardQuery): Promise<DashboardDto> {
    const realm = realmOf(scope, realm_id);
    return this.transactions.readAllowingLag(scope, async (tx) => {
      await requireTimeZone(tx, time_zone);
      const starts = await this.dashboard.readPeriodStarts(tx, time_zone);
      const { launched_jobs, ...work } = await this.dashboard.readUnfinishedWork(tx, realm);
      const { unfinished } = work;
      const bought = await this.dashboard.sumBoughtToday(tx, realm, starts);
      const failed = await this.dashboard.countFailureMessages(tx, realm, starts);
      const limits = await this.dashboard.readLimitUse(tx, realm);
      return {
        ...work,
        unfinished_total: sum(Object.values(unfinished)),
        waiting: unfinished.waiting_room ?? 0,
        live_places: await this.dashboard.countQueuePlaces(tx, realm),
        ...(await this.dashboard.readHolds(tx, realm)),
        bought_today: sum(bought.map(({ seats }) => seats)),
        bought_today_totals: bought,
        still_wanted: await this.dashboard.countWantedSeats(tx, realm, starts),
        failed_24h: sum(failed.map(({ count }) => count)),
        failed_24h_messages: failed.slice(0, MAX_MESSAGES),
        ...starts,
        planned: await this.dashboard.readPlannedCosts(tx, launched_jobs),
        tasks_limit: limits.tasks,
        logins_limit: limits.logins,
        next_scheduled: await this.dashboard.listNextStarts(tx, realm),
        attention: await this.attention.list(tx, realm, scope.kind === 'all'),
        setup: await this.dashboard.countSetup(tx, realm ?? (scope.kind === 'realm' ? scope.realmId : null)),
      };
    });
  }

  /** What runs now. Not from a replica: it warns of seats that expire within seconds. */
  live(scope: Scope, { realm_id }: LiveFiguresQuery): Promise<LiveFiguresDto> {
    const realm = realmOf(scope, realm_id);
    return this.transactions.read(scope, (tx) => this.liveFigures.read(tx, realm));
  }

  /** The on-sales of the next days and the last hours, the first one first, with what is ready for them. */
  async onSales(scope: Scope, { realm_id, event_id }: NextSalesQuery): Promise<NextSalesDto> {
    // Workers may be confined to realms, so that a person's own one is named.
    const realm = realmOf(scope, realm_id ?? (scope.kind === 'realm' ? scope.realmId : undefined));
    const found = await this.transactions.readAllowingLag(scope, (tx) =>
      this.nextSales.list(tx, realm, event_id ?? null),
    );
    // Who pays is known of one realm alone.
    const events = found.filter(({ tasks }) => tasks > 0).map((sale) => sale.event_id);
    const paid = realm === null ? null : await this.payments.countPaid(scope, realm, events);
    const hasSandbox = this.config.sandboxUrl !== null;
    return {
      sales: found.map(({ situation, ...sale }) => ({
        ...sale,
        checks: readinessOf(
          { ...situation, login_check: sale.login_check },
          hasSandbox,
          paid?.get(sale.event_id),
        ),
      })),
    };
  }

  /** Tasks by status over time. The last step equals the current counts. */
  tasksOverTime(scope: Scope, { span = '24h', realm_id }: TasksOverTimeQuery): Promise<TasksOverTimeDto> {
    const realm = realmOf(scope, realm_id);
    return this.transactions.readAllowingLag(scope, async (tx) => {
      const now = await this.dashboard.countUnfinished(tx, realm);
      const steps = tasksOverTime(now, await this.dashboard.countStatusChanges(tx, realm, span));
      return { span, step_seconds: chartSteps[span].step, steps };
    });
  }
}

/** The requested realm, or null for all that the scope sees; 400 for a realm that isn't the caller's own. */
const realmOf = (scope: Scope, requested: number | undefined): number | null =>
  requested === undefined || scope.kind === 'all' ? (requested ?? null) : ownRealm(scope, requested);
