/** SQL of the budgets that a template, a job or a task has itself. */
export const taskBudgetColumns = (alias: string): string =>
  `${alias}.budget_per_task::float8 AS budget_per_task, ${alias}.budget_per_seat::float8 AS budget_per_seat, ${alias}.budget_currency`;

/** SQL of all budgets of a template or a job. */
export const budgetColumns = (alias: string): string =>
  `${alias}.budget::float8 AS budget, ${taskBudgetColumns(alias)}`;
