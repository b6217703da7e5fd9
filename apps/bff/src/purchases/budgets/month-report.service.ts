import { Injectable } from '@nestjs/common';
import { sumAmounts } from '@tessera/domain';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import type { MonthReportDto, MonthReportQuery, MonthSpending, MonthSum } from './month-report.dto';
import { MonthReportRepository, type RealmMonth } from './month-report.repository';

/** What a realm spent in a month, by event and by the person who approved it. */
@Injectable()
export class MonthReportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly reports: MonthReportRepository,
  ) {}

  /** @throws 400 for an administrator who names no realm */
  read(scope: Scope, query: MonthReportQuery): Promise<MonthReportDto> {
    return this.transactions.read(scope, async (tx) => {
      const month = await this.findMonth(tx, query);
      const rows = await this.reports.readSpending(tx, month);
      const totals = sumBy(rows, () => ({})).toSorted(byCurrency);
      const budgets = await this.reports.readBudgets(tx, month);
      return {
        ...month,
        budgets: budgets.map((budget) => {
          const spent = totals.find(({ currency }) => currency === budget.currency)?.spent ?? 0;
          return { ...budget, spent, free: sumAmounts([budget.amount, -spent, -budget.reserved]) };
        }),
        totals,
        by_event: sumBy(rows, ({ event_id, event_name }) => ({ event_id, event_name })).toSorted(bySeats),
        by_approver: sumBy(rows, ({ approval, approver_id, approver }) => ({
          approval,
          approver_id,
          approver,
        })).toSorted(bySeats),
      };
    });
  }

  /** The rows that the report sums. */
  list(scope: Scope, query: MonthReportQuery): Promise<MonthSpending[]> {
    return this.transactions.read(scope, async (tx) =>
      this.reports.readSpending(tx, await this.findMonth(tx, query)),
    );
  }

  /** A user without a realm gets a month in which nothing was spent. */
  private async findMonth(tx: Tx, { realm_id, month }: MonthReportQuery): Promise<RealmMonth> {
    const realm = tx.scope.kind === 'none' ? null : await existingRealm(tx, realm_id);
    return this.reports.findMonth(tx, realm?.id ?? null, month);
  }
}

/** Sums rows that have the same key and currency: two currencies are never added. */
function sumBy<Key extends object>(
  rows: readonly MonthSpending[],
  keyOf: (row: MonthSpending) => Key,
): (Key & MonthSum)[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify([keyOf(row), row.currency]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const count = (field: 'seats' | 'unpriced' | 'over_budget') =>
      group.reduce((sum, row) => sum + row[field], 0);
    return {
      ...keyOf(first),
      currency: first.currency,
      seats: count('seats'),
      spent: sumAmounts(group.map(({ spent }) => spent)),
      unpriced: count('unpriced'),
      over_budget: count('over_budget'),
    };
  });
}

const byCurrency = (a: MonthSum, b: MonthSum): number =>
  (a.currency ?? '').localeCompare(b.currency ?? '', 'en');

const bySeats = (a: MonthSum, b: MonthSum): number => b.seats - a.seats;
