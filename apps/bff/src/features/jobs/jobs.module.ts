import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { TasksModule } from '../tasks';
import { Job, JobCount } from './job.entity';
import { JobControl } from './job-control.service';
import { JobEventsRepository } from './job-events.repository';
import { JobLaunchRepository } from './job-launch.repository';
import { JobLaunch } from './job-launch.service';
import { JobPlanRepository } from './job-plan.repository';
import { JobPlanning } from './job-planning.service';
import { JobsController } from './jobs.controller';
import { JobsRepository } from './jobs.repository';
import { JobsService } from './jobs.service';

/** Jobs: tasks that are launched and controlled together. */
@Module({
  imports: [TypeOrmModule.forFeature([Job, JobCount]), TasksModule],
  controllers: [JobsController],
  providers: [
    JobsService,
    JobsRepository,
    JobEventsRepository,
    JobPlanning,
    JobPlanRepository,
    JobLaunch,
    JobLaunchRepository,
    JobControl,
  ],
})
export class JobsModule {
  constructor(live: Live, jobs: JobsRepository) {
    live.projection('jobs', (tx, ids) => jobs.readLive(tx, ids));
  }
}
