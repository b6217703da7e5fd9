import { applyDecorators } from '@nestjs/common';
import { invalid } from '../platform/errors/api-error';
import { Money, Text } from '../platform/http/fields';
import { Currency, requireExactAmount } from '../platform/http/text-fields';

/** The budgets that a template, a job or a task may have, in one currency; null: none. */
export interface BudgetFields {
  /** Of a job, over all its tasks. */
  budget?: number | null;
  budget_per_task?: number | null;
  budget_per_seat?: number | null;
  budget_currency?: string | null;
}

const amounts = ['budget', 'budget_per_task', 'budget_per_seat'] as const;
const descriptions = {
  budget: 'The most that the tasks of a job may spend; null: no budget',
  budget_per_task: 'The most that each task may spend; null: no budget',
  budget_per_seat: 'The most that a seat may cost; null: no budget',
};

/** An amount of a body, or of an answer. */
export const Budget = (name: (typeof amounts)[number], { optional = false } = {}) =>
  Money({ nullable: true, optional, description: descriptions[name], example: 250 });
/** The currency beside them. */
export const BudgetCurrency = ({ optional = false } = {}) =>
  optional
    ? Currency({ nullable: true, optional, description: 'Of the budgets', example: 'GBP' })
    : applyDecorators(Text({ nullable: true, description: 'Of the budgets', example: 'GBP' }));

/** The budgets of a row, and nothing else of it. */
export const budgetsOf = ({
  budget = null,
  budget_per_task = null,
  budget_per_seat = null,
  budget_currency = null,
}: BudgetFields): Required<BudgetFields> => ({ budget, budget_per_task, budget_per_seat, budget_currency });

/** The budgets that a task may have itself. */
const ofTask = ['budget_per_task', 'budget_per_seat', 'budget_currency'] as const;

/** Whether a change is about a task's budgets. */
export const changesBudgets = (change: BudgetFields): boolean =>
  ofTask.some((name) => change[name] !== undefined);

/** @throws 400 where many tasks' budgets are set without all of them, since each task may have others */
export function checkSharedBudgets(change: BudgetFields): void {
  if (!changesBudgets(change)) return;
  const missing = ofTask.filter((name) => change[name] === undefined);
  if (missing.length > 0)
    throw invalid(
      missing.map((field) => ({ field: `change.${field}`, message: `${field} is needed`, code: 'REQUIRED' })),
    );
  checkBudgets(change);
}

/** @throws 400 for an amount without a currency, or with more decimals than it has */
export function checkBudgets(fields: BudgetFields): void {
  const { budget_currency: currency = null } = fields;
  for (const name of amounts) {
    const amount = fields[name];
    if (amount === null || amount === undefined) continue;
    if (currency === null)
      throw invalid([
        { field: 'budget_currency', message: `budget_currency is needed with ${name}`, code: 'REQUIRED' },
      ]);
    requireExactAmount(name, amount, currency);
  }
}
