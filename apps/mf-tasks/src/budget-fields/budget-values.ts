/** Budgets as they are typed; null: none. */
export interface BudgetValues {
  /** Of a job, over all its tasks; tasks have none. */
  budget: number | null;
  budget_per_task: number | null;
  budget_per_seat: number | null;
  /** Empty: the site's. */
  budget_currency: string;
}

export const emptyBudgets: BudgetValues = {
  budget: null,
  budget_per_task: null,
  budget_per_seat: null,
  budget_currency: '',
};

type StoredBudgets = Omit<BudgetValues, 'budget' | 'budget_currency'> & {
  budget?: number | null;
  budget_currency: string | null;
};

/** The form values of the budgets of a template, a job or a task. */
export const toBudgetValues = (stored: StoredBudgets): BudgetValues => ({
  budget: stored.budget ?? null,
  budget_per_task: stored.budget_per_task,
  budget_per_seat: stored.budget_per_seat,
  budget_currency: stored.budget_currency ?? '',
});

/** The budgets as the API takes them: without an amount there is no currency, and one that isn't typed is the site's. */
export function toBudgets(values: BudgetValues, siteCurrency: string | null) {
  const { budget, budget_per_task, budget_per_seat } = values;
  const isAny = budget !== null || budget_per_task !== null || budget_per_seat !== null;
  const typed = values.budget_currency.trim().toUpperCase();
  return { budget, budget_per_task, budget_per_seat, budget_currency: isAny ? typed || siteCurrency : null };
}
