/** What other features may use of tasks. */
export { BulkProgress } from './lifecycle/bulk-progress';
export { type ReportedFailureKind, reportedFailureKinds } from './lifecycle/failure-kinds';
export {
  type Blocker,
  blockerCodes,
  canCheckPaymentSql,
  findBlockers,
  gateColumns,
  gateJoins,
  isLeasableSql,
  isStoppedByGateSql,
  seatsWonSql,
  type TaskGates,
} from './lifecycle/gates';
export { JobTargets } from './lifecycle/job-targets';
export {
  LEASE_SECONDS,
  MAX_TASKS_PER_JOB,
  TaskLifecycleRepository,
  unchangedStatus,
} from './lifecycle/task-lifecycle.repository';
export { TaskMetrics } from './lifecycle/task-metrics';
export { deletedParentCode, deletedParentCodes, deletedParentText } from './lifecycle/task-parents';
export { type DueTasks, type TakenTask, TaskQueue } from './lifecycle/task-queue';
export { messageColumns, reasonTextSql, seatsText, TaskReason, taskReason } from './lifecycle/task-reasons';
export { type Buyer, buyerKey, lockTasksSql, type TaskRow, toTaskFacts } from './lifecycle/task-rows';
export { type TaskChangeRequest, Transitions } from './lifecycle/transitions';
export { SeatBalance, seatBalanceSql, seatSharesSql, triedSeatsSql, wantedSeatsSql } from './seat-balance';
export { type TaskMode, taskModes } from './task.entity';
export { TaskChanges } from './task-changes';
export { commandInput, commandRequest, isStarting, markBoughtRequest } from './task-commands.service';
export { TaskCreation } from './task-creation.service';
export {
  PurchaseInputDto,
  TaskDto,
  type TaskEventDto,
  type TaskEventKind,
  taskEventKinds,
  TaskListQuery,
  TaskSettings,
  type TaskWhyDto,
} from './tasks.dto';
export { TasksModule } from './tasks.module';
export { TasksRepository, writtenTasksSql } from './tasks.repository';
export { BulkStep, undoSteps } from './undo-steps';
