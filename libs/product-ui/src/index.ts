// What the shell and several remotes show of tasks, jobs and seats (docs/architecture.md).
export { OnSaleTabs, type OnSaleTabsProps } from './on-sale/on-sale-tabs';
export { bySeatPlace, formatSeats, type NamedSeat } from './seats/format-seats';
export { JobProgress, type JobProgressProps } from './tasks/job-progress';
export { JobStatus, type JobStatusProps } from './tasks/job-status';
export {
  codeText,
  formatReason,
  taskFailureText,
  type TaskReason,
  taskReasonText,
} from './tasks/task-reason';
