import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Account } from '../../platform/auth/account';
import { Tokens } from '../../platform/auth/tokens';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Metrics } from '../../platform/health/metrics';
import { systemScope } from '../../platform/realm-scope/scope';
import { AutomaticRollback } from './automatic-rollback.service';
import { cleanMessage } from './failure-message';
import { FetchedReleases } from './fetched-releases';
import { addLoad, emptyHistogram, isCountedAsLonger } from './load-histogram';
import type { ModuleReport } from './reports.dto';
import {
  type LoadsToAdd,
  type ReportableRelease,
  type ReportBudget,
  ReportsRepository,
} from './reports.repository';
import { keyOfSource, sourceOf } from './sources';

/** Counts the loads of modules that pages report. */
@Injectable()
export class LoadMetrics {
  private readonly loads: Counter<'module' | 'outcome'>;

  constructor({ registry }: Metrics) {
    this.loads = new Counter({
      name: 'tessera_module_loads_total',
      help: 'Loads of modules that pages reported and that count, by module and outcome',
      labelNames: ['module', 'outcome'],
      registers: [registry],
    });
  }

  /** Counts the loads of a module's release; `errors` of them failed. */
  countLoads(tx: Tx, module: string, { loads, errors }: { loads: number; errors: number }): void {
    tx.afterCommit(() => {
      this.loads.inc({ module, outcome: 'loaded' }, loads - errors);
      this.loads.inc({ module, outcome: 'failed' }, errors);
    });
  }
}

/** How many loads of a release count in an hour, and how many failed or slow ones among them. */
interface MaxLoads {
  loads: number;
  /**
   * After these no other load counts either: good loads alone would hide how often the release fails.
   */
  badLoads: number;
}

/** Of one user. Fewer failed or slow loads than a roll-back needs, so that no user can cause one. */
export const MAX_OF_USER: MaxLoads = { loads: 50, badLoads: 2 };
/** Of one realm: however many accounts it has, its good loads can't hide the failures of the others. */
export const MAX_OF_REALM: MaxLoads = { loads: 100, badLoads: 20 };

/** Counts what pages report about their loads, and rolls back releases that exceed their budgets. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: Tokens,
    private readonly fetched: FetchedReleases,
    private readonly reports: ReportsRepository,
    private readonly automaticRollback: AutomaticRollback,
    private readonly metrics: LoadMetrics,
  ) {}

  /**
   * Counts a batch of reports. Those of releases that the session hasn't fetched, and those beyond the budgets, count nothing,
   * nor do those of users without a realm: anybody may register.
   */
  async recordReports(account: Account, reports: readonly ModuleReport[]): Promise<void> {
    const source = sourceOf(account);
    if (reports.length === 0 || source === null) return;
    await this.transactions.run(systemScope('modules'), async (tx) => {
      const releases = await this.reports.findReportable(tx, this.fetched.keyOf(account), reports);
      const counters = releases.map((release) => ({
        release,
        reporter: this.tokens.keyed('module-reports', `user:${account.userId}:${release.release_id}`),
        source: keyOfSource(this.tokens, source, release.release_id),
      }));
      const buckets = counters.flatMap((counter) => [counter.reporter, counter.source]);
      const locked = await this.reports.lockBudgets(tx, buckets);
      const budgets = new Map(locked.map((budget) => [budget.bucket, budget]));
      const counted = counters.flatMap((counter) => {
        const ofUser = budgets.get(counter.reporter);
        const ofRealm = budgets.get(counter.source);
        if (!ofUser || !ofRealm) return [];
        const loads = countReports(counter.release, reports, [
          [ofUser, MAX_OF_USER],
          [ofRealm, MAX_OF_REALM],
        ]);
        if (loads.loads === 0) return [];
        this.metrics.countLoads(tx, counter.release.name, loads);
        return [{ ...loads, reporter: counter.reporter, source: counter.source }];
      });
      if (counted.length === 0) return;
      await this.reports.saveBudgets(tx, locked);
      await this.reports.addLoads(tx, counted);
      await this.reports.addSamples(tx, counted);
      const suspects = counted.filter(({ errors, slow }) => errors + slow > 0);
      await this.automaticRollback.check(
        tx,
        suspects.map(({ release_id }) => release_id),
      );
    });
  }
}

/** Adds up the reports of a release that all budgets still allow, and takes them from these. */
function countReports(
  { release_id, name, version, load_budget_ms }: ReportableRelease,
  reports: readonly ModuleReport[],
  budgets: readonly (readonly [ReportBudget, MaxLoads])[],
): Omit<LoadsToAdd, 'reporter' | 'source'> {
  const histogram = emptyHistogram();
  const reasons: Record<string, number> = {};
  const messages: Record<string, number> = {};
  const counted = { loads: 0, errors: 0, slow: 0 };
  for (const report of reports) {
    if (report.module !== name || report.version !== version) continue;
    if (budgets.some(([used, max]) => used.loads >= max.loads || used.bad_loads >= max.badLoads)) continue;
    const isFailed = report.outcome === 'failed';
    const isSlow = !isFailed && isCountedAsLonger(report.ms, load_budget_ms);
    for (const [used] of budgets) {
      used.loads += 1;
      if (isFailed || isSlow) used.bad_loads += 1;
    }
    counted.loads += 1;
    if (isSlow) counted.slow += 1;
    if (isFailed) {
      const reason = report.reason ?? 'CRASHED';
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      const message = cleanMessage(report.message ?? '');
      if (message) messages[message] = (messages[message] ?? 0) + 1;
      counted.errors += 1;
    } else {
      addLoad(histogram, report.ms);
    }
  }
  return { release_id, load_budget_ms, ...counted, load_ms: histogram, reasons, messages };
}
