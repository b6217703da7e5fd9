import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { requireExactAmount } from '../../platform/http/text-fields';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { approvalNeeded, Commitments, forecastOf, type SetBudget } from '../../work';
import type {
  BudgetDto,
  BudgetListQuery,
  EventBudgetDto,
  EventBudgetInput,
  MonthBudgetDto,
  MonthBudgetInput,
} from './budgets.dto';
import { budgetSorts, BudgetsRepository } from './budgets.repository';

/** A budget as it is set; null: none. */
export const budgetOf = (amount: number | null, currency: string): SetBudget | null =>
  amount === null ? null : { amount, currency };

/** Lists and sets budgets. One below what is spent and reserved is allowed: it stops new holds, and shows what is over. */
@Injectable()
export class BudgetsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly budgets: BudgetsRepository,
    private readonly commitments: Commitments,
  ) {}

  list(scope: Scope, query: BudgetListQuery): Promise<ListResponse<BudgetDto>> {
    const pagination = readPagination(query, budgetSorts, 'kind', 'b.id');
    return this.transactions.readList(scope, async (tx) => {
      const page = await this.budgets.list(tx, query, pagination);
      const open = await this.budgets.readOpenSeats(tx, page.rows);
      const rows = page.rows.map((budget) => {
        const { kind, realm_id, event_id, job_id, currency, spent, reserved } = budget;
        if (kind === 'month') return { ...budget, forecast: null };
        const own = open
          .filter((seats) => seats.realm_id === realm_id && seats.event_id === event_id)
          .filter((seats) => kind === 'event' || seats.job_id === job_id)
          // What is planned in another currency doesn't count towards this budget, and isn't held either.
          .map((seats) => (seats.currency === currency ? seats : { ...seats, currency: null }));
        const used = [spent, reserved].map((amount) => ({ amount, currency }));
        return { ...budget, forecast: forecastOf(used, own) };
      });
      return { pagination, page: { ...page, rows } };
    });
  }

  /**
   * Sets or removes the most that a realm may spend on an event, which the caller has found. 409 APPROVAL_NEEDED for a raise
   * above the rule of the realm.
   */
  setForEvent(scope: Scope, eventId: number, input: EventBudgetInput): Promise<EventBudgetDto> {
    return this.transactions.run(scope, (tx) => this.setForEventWithin(tx, eventId, input));
  }

  /** As `setForEvent`, in the caller's transaction. `approved`: by a second person, whatever the rules say. */
  async setForEventWithin(
    tx: Tx,
    eventId: number,
    { realm_id, amount, currency }: EventBudgetInput,
    { approved = false } = {},
  ): Promise<EventBudgetDto> {
    if (amount !== null) requireExactAmount('amount', amount, currency);
    const { id: realm } = await existingRealm(tx, realm_id);
    await this.budgets.beginSetting(tx, realm);
    const key = { realm_id: realm, event_id: eventId };
    const budget = budgetOf(amount, currency);
    const before = await this.budgets.findForEvent(tx, realm, eventId);
    await this.budgets.setForEvent(tx, key, budget);
    if (!approved) await this.requireNoApproval(tx, realm, 'per_event', before, budget);
    await audit(tx, {
      action: 'event.budget',
      entity: 'event',
      entity_id: eventId,
      realm_id: realm,
      before,
      after: budget,
    });
    return { ...key, amount, currency: budget && currency };
  }

  /** Sets or removes the most that a realm may spend in this month and each that follows, in one currency; as `setForEvent`. */
  setForMonth(scope: Scope, input: MonthBudgetInput): Promise<MonthBudgetDto> {
    return this.transactions.run(scope, (tx) => this.setForMonthWithin(tx, input));
  }

  /** As `setForEventWithin`. */
  async setForMonthWithin(
    tx: Tx,
    { realm_id, amount, currency }: MonthBudgetInput,
    { approved = false } = {},
  ): Promise<MonthBudgetDto> {
    if (amount !== null) requireExactAmount('amount', amount, currency);
    const { id: realm } = await existingRealm(tx, realm_id);
    await this.budgets.beginSetting(tx, realm);
    const before = budgetOf(await this.budgets.findForMonth(tx, realm, currency), currency);
    const budget = budgetOf(amount, currency);
    if (!approved) await this.requireNoApproval(tx, realm, 'per_month', before, budget);
    await this.budgets.setForMonth(tx, { realm_id: realm, currency, amount });
    await audit(tx, {
      action: 'realm.budget',
      entity: 'realm',
      entity_id: realm,
      realm_id: realm,
      before,
      after: budget,
    });
    return { realm_id: realm, currency, amount };
  }

  private async requireNoApproval(
    tx: Tx,
    realmId: number,
    rule: 'per_event' | 'per_month',
    before: SetBudget | null,
    after: SetBudget | null,
  ): Promise<void> {
    const need = await this.commitments.findNeedOfBudget(tx, realmId, rule, before, after);
    if (need) throw approvalNeeded(need, 'BUDGET_REQUIRED');
  }
}
