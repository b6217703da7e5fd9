/** What other features may use of tasks. */
export {
  canCheckPaymentSql,
  isLeasableSql,
  blockerCodes,
  findBlockers,
  seatsWonSql,
  gateColumns,
  gateJoins,
  isStoppedByGateSql,
  type Blocker,
  type TaskGates,
} from './lifecycle/gates';
export { JobTargets } from './lifecycle/job-targets';
export { deletedParentCode, deletedParentCodes, deletedParentText } from './lifecycle/task-parents';
export { TaskReason, seatsText, taskReason } from './lifecycle/task-reasons';
export { toTaskFacts, lockTasksSql, type Buyer, type TaskRow } from './lifecycle/task-rows';
export { Transitions, type TaskChangeRequest } from './lifecycle/transitions';
export {
  LEASE_SECONDS,
  TaskLifecycleRepository,
  unchangedStatus,
} from './lifecycle/task-lifecycle.repository';
export { TaskChanges } from './task-changes';
export { commandInput, commandRequest, isStarting, markBoughtRequest } from './task-commands.service';
export { TaskCreation } from './task-creation.service';
export {
  PurchaseInputDto,
  TaskDto,
  TaskListQuery,
  TaskSettings,
  type TaskEventDto,
  type TaskWhyDto,
} from './tasks.dto';
export { TasksModule } from './tasks.module';
export { TasksRepository, writtenTasksSql } from './tasks.repository';
export { BulkStep, undoSteps } from './undo-steps';
export { type TaskMode, taskModes } from './task.entity';
