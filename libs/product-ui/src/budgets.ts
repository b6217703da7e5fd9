// Budgets with their balances, for the pages that show and set them (docs/product/money.md).
export {
  type ApprovalNeed,
  approvalNeedOf,
  AskApproval,
  type AskApprovalProps,
} from './budgets/ask-approval';
export { BudgetBar, type BudgetBarProps } from './budgets/budget-bar';
export { BudgetForm, type BudgetFormProps, type BudgetToSet } from './budgets/budget-form';
export { BudgetMark } from './budgets/budget-mark';
export { Forecast, type ForecastProps } from './budgets/forecast';
