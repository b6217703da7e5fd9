/** What other features may use of tasks. */
export { findBuyer } from './buyers';
export { mayBeAsked, nothingKeepsBack, obstacleCodes, obstacles, seatsWon, switchColumns, switchJoins, switchedOff, type Obstacle, type Switches } from './lifecycle/gates';
export { JobTargets } from './lifecycle/job-targets';
export { deletedGrounds, groundCode, groundCodes, groundText } from './lifecycle/task-parents';
export { TaskReason, seatsText, taskReason } from './lifecycle/task-reasons';
export { claimTasks, factsOf, lockTasks, lockTasksOf, lockingSql, tasksById, type Buyer, type TaskRow } from './lifecycle/task-rows';
export { Transitions, type TaskChangeRequest } from './lifecycle/transitions';
export { LEASE_SECONDS, deleteTasks, recordEvents, restoreTasks } from './lifecycle/transitions.repository';
export { TaskChanges } from './task-changes';
export { commandInput, commandRequest, isStarting, markBoughtRequest } from './task-commands.service';
export { TaskCreation } from './task-creation.service';
export { PurchaseInputDto, TaskDto, TaskListQuery, TaskSettings, taskModes, type TaskEventDto, type TaskWhyDto } from './tasks.dto';
export { TasksModule } from './tasks.module';
export { freePlaces, taskConditions, writtenTasks } from './tasks.queries';
export { readTask, readTasks } from './tasks.service';
export { BulkStep, undoSteps } from './undo-steps';
