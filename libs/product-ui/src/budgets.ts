// Budgets with their balances, for the pages that show and set them (docs/product/money.md).
export { BudgetBar, type BudgetBarProps } from './budgets/budget-bar';
export { BudgetForm, type BudgetFormProps, type BudgetToSet } from './budgets/budget-form';
export { BudgetMark } from './budgets/budget-mark';
