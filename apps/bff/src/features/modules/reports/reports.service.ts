import { Injectable } from '@nestjs/common';
import type { Account } from '../../../platform/auth/account';
import { Tokens } from '../../../platform/auth/tokens';
import { Transactions } from '../../../platform/database/transactions';
import { systemScope } from '../../../platform/realm-scope/scope';
import { AutomaticRollback } from './automatic-rollback.service';
import { addLoad, emptyHistogram, isCountedAsLonger } from './load-histogram';
import { LoadMetrics } from './load-metrics';
import type { ModuleReport } from './reports.dto';
import {
  type LoadsToAdd,
  type ReportableRelease,
  type ReportBudget,
  ReportsRepository,
} from './reports.repository';

/** Loads of one release that count per session and day. */
export const MAX_LOADS = 500;
/**
 * Failed or slow ones among them: fewer than a roll-back needs, so that no session can cause one alone. No later load of the session
 * counts either: its good loads alone would hide how often the release fails.
 */
export const MAX_BAD_LOADS = 2;

/** The reports of one release in a batch that count. */
interface Counted {
  loads: LoadsToAdd;
  hasBadLoads: boolean;
}

/** Counts what pages report about their loads, and rolls back releases that exceed their budgets. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: Tokens,
    private readonly reports: ReportsRepository,
    private readonly automaticRollback: AutomaticRollback,
    private readonly metrics: LoadMetrics,
  ) {}

  /** Counts a batch of reports. Those of releases that the caller isn't given, and those beyond the limits, count nothing. */
  async record({ userId, realmId, sessionId }: Account, reports: readonly ModuleReport[]): Promise<void> {
    if (reports.length === 0) return;
    await this.transactions.run(systemScope('modules'), async (tx) => {
      const releases = await this.reports.findReportable(tx, { userId, realmId }, reports);
      if (releases.length === 0) return;
      // A budget is that of a session, and forgets which.
      const bucketOf = ({ release_id }: ReportableRelease) =>
        this.tokens.keyed('module-reports', `${sessionId}:${release_id}`);
      const locked = await this.reports.lockBudgets(tx, releases.map(bucketOf));
      const budgets = new Map(locked.map((budget) => [budget.bucket, budget]));
      const counted = releases.flatMap((release) => {
        const budget = budgets.get(bucketOf(release));
        const counts = budget ? countReports(release, reports, budget) : [];
        for (const { loads } of counts) this.metrics.countLoads(tx, release.name, loads);
        return counts;
      });
      if (counted.length === 0) return;
      await this.reports.saveBudgets(tx, locked);
      await this.reports.addLoads(
        tx,
        counted.map(({ loads }) => loads),
      );
      const suspects = counted.filter(({ hasBadLoads }) => hasBadLoads);
      await this.automaticRollback.check(
        tx,
        suspects.map(({ loads }) => loads.release_id),
      );
    });
  }
}

/** Adds up the reports of a release that its budget still allows, and takes them from it. */
function countReports(
  { release_id, name, version, load_budget_ms }: ReportableRelease,
  reports: readonly ModuleReport[],
  budget: ReportBudget,
): Counted[] {
  const histogram = emptyHistogram();
  const reasons: Record<string, number> = {};
  let loads = 0;
  let errors = 0;
  let badLoads = 0;
  for (const report of reports) {
    if (report.module !== name || report.version !== version) continue;
    const isFailed = report.outcome === 'failed';
    const isBad = isFailed || isCountedAsLonger(report.ms, load_budget_ms);
    if (budget.loads >= MAX_LOADS || budget.bad_loads >= MAX_BAD_LOADS) continue;
    budget.loads += 1;
    loads += 1;
    if (isBad) {
      budget.bad_loads += 1;
      badLoads += 1;
    }
    if (isFailed) {
      const reason = report.reason ?? 'CRASHED';
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      errors += 1;
    } else {
      addLoad(histogram, report.ms);
    }
  }
  if (loads === 0) return [];
  return [{ loads: { release_id, loads, errors, load_ms: histogram, reasons }, hasBadLoads: badLoads > 0 }];
}
