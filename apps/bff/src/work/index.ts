/** What other areas may use of work. */
export { type ApprovalNeed, approvalNeeded, type AskedSum, committedOf } from './approvals/approval-needs';
export { Commitments, type SetBudget } from './approvals/commitments';
export { type LimitName, limitNames } from './approvals/commitments.repository';
export { checkSharedBudgets } from './budget-fields';
export { jobCostSql, plannedCostsSql } from './jobs/job-costs';
export { forecastOf, type OpenSeats, openSeatsSql } from './jobs/job-forecast';
export { askedOf, JobLaunch } from './jobs/job-launch.service';
export {
  JobControlAnswer,
  JobDto,
  JobInputDto,
  JobPlanDto,
  type JobStatus,
  PlanTotals,
} from './jobs/jobs.dto';
export { jobFigures, jobFinishedAt } from './jobs/jobs.repository';
export { JobsService } from './jobs/jobs.service';
export { liveLinkStatuses } from './links/link.entity';
export { WaitingPlacesDto } from './links/waiting-places.dto';
export {
  type CheckResult,
  checkResults,
  isStaleCheckSql,
  lastCheckSql,
  passwordDigestSql,
} from './logins/last-checks';
export { LoginLookup } from './logins/login-lookup';
export { isPayableSql } from './payers/payable-seats';
export { PayersRepository } from './payers/payers.repository';
export { PaymentForecasts } from './payers/payment-forecasts.service';
export { RehearsalDto } from './rehearsals/rehearsals.dto';
export { RehearsalSweeper } from './rehearsals/rehearsals.service';
export { BulkProgress } from './tasks/lifecycle/bulk-progress';
export {
  type Blocker,
  canCheckPaymentSql,
  findBlockers,
  gateColumns,
  gateJoins,
  isPausedByGateSql,
  isSiteEnabledSql,
  isStoppedByGateSql,
  type TaskGates,
} from './tasks/lifecycle/gates';
export { JobTargets } from './tasks/lifecycle/job-targets';
export {
  LEASE_SECONDS,
  TaskLifecycleRepository,
  unchangedStatus,
} from './tasks/lifecycle/task-lifecycle.repository';
export { TaskMetrics } from './tasks/lifecycle/task-metrics';
export { type DueTasks, type TakenTask, TaskQueue } from './tasks/lifecycle/task-queue';
export { type ReportedFailureKind, reportedFailureKinds } from './tasks/lifecycle/task-reasons';
export { deletedParentCode, deletedParentText } from './tasks/lifecycle/task-reasons';
export { reasonTextSql, TaskReason, taskReason } from './tasks/lifecycle/task-reasons';
export { type Buyer, buyerKey, lockTasksSql, type TaskRow, toTaskFacts } from './tasks/lifecycle/task-rows';
export { type TaskChangeRequest, Transitions } from './tasks/lifecycle/transitions';
export { type TaskMode, taskModes } from './tasks/task.entity';
export { TaskChanges } from './tasks/task-changes';
export { commandInput, commandRequest, markBoughtRequest } from './tasks/task-commands.service';
export { TaskCreation } from './tasks/task-creation.service';
export {
  BulkTaskSettings,
  PurchaseInputDto,
  TaskDto,
  TaskEventDto,
  TaskListQuery,
  TaskWhyDto,
} from './tasks/tasks.dto';
export { TasksRepository, writtenTasksSql } from './tasks/tasks.repository';
export { timelineOf } from './tasks/timelines';
export { BulkStep, undoSteps } from './tasks/undo-steps';
export { WorkModule } from './work.module';
