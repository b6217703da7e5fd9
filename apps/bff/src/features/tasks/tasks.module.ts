import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { NotificationsModule } from '../notifications';
import { BulkProgress } from './lifecycle/bulk-progress';
import { JobTargets } from './lifecycle/job-targets';
import { TaskLifecycleRepository } from './lifecycle/task-lifecycle.repository';
import { TaskMetrics } from './lifecycle/task-metrics';
import { TaskQueue } from './lifecycle/task-queue';
import { Transitions } from './lifecycle/transitions';
import { Task } from './task.entity';
import { TaskChanges } from './task-changes';
import { TaskCommandsController } from './task-commands.controller';
import { TaskCommandsService } from './task-commands.service';
import { TaskCountsController } from './task-counts.controller';
import { TaskCounts } from './task-counts.service';
import { TaskCreationRepository } from './task-creation.repository';
import { TaskCreation } from './task-creation.service';
import { TaskEvent } from './task-event.entity';
import { TaskPosition } from './task-position.entity';
import { TaskWhyRepository } from './task-why.repository';
import { TaskWhy } from './task-why.service';
import { TasksController } from './tasks.controller';
import { TasksRepository } from './tasks.repository';
import { TasksService } from './tasks.service';

/** Tasks. Other features change their state through `Transitions` alone. */
@Module({
  imports: [TypeOrmModule.forFeature([Task, TaskEvent, TaskPosition]), NotificationsModule],
  controllers: [TaskCommandsController, TaskCountsController, TasksController],
  providers: [
    TasksService,
    TaskCounts,
    TasksRepository,
    TaskCreation,
    TaskCreationRepository,
    TaskChanges,
    TaskCommandsService,
    TaskWhy,
    TaskWhyRepository,
    Transitions,
    TaskLifecycleRepository,
    TaskMetrics,
    TaskQueue,
    JobTargets,
    BulkProgress,
  ],
  exports: [
    TasksRepository,
    Transitions,
    TaskLifecycleRepository,
    TaskMetrics,
    TaskQueue,
    TaskCreation,
    TaskChanges,
    JobTargets,
    BulkProgress,
  ],
})
export class TasksModule {
  constructor(live: Live, tasks: TasksRepository) {
    live.projection('tasks', (tx, ids) => tasks.readLive(tx, ids));
  }
}
