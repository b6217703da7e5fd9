// What plans cost, for the pages that show money before it is spent (docs/product/money.md).
export { type CostRange, formatCost, formatCosts } from './costs/format-cost';
export { PlannedCost, type PlannedCostProps, PlannedJobs, type PlannedJobsProps } from './costs/planned-cost';
