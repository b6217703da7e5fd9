import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { TasksModule } from '../tasks';
import { Job, JobCount, JobPlanLine } from './job.entity';
import { JobControl } from './job-control.service';
import { JobEventsRepository } from './job-events.repository';
import { JobHistoryRepository } from './job-history.repository';
import { JobLaunchRepository } from './job-launch.repository';
import { JobLaunch } from './job-launch.service';
import { JobPlanRepository } from './job-plan.repository';
import { JobPlanLinesRepository } from './job-plan-lines.repository';
import { JobPlanning } from './job-planning.service';
import { JobReviewController } from './job-review.controller';
import { JobReview } from './job-review.service';
import { JobRunsRepository } from './job-runs.repository';
import { JobSettingsRepository } from './job-settings.repository';
import { JobsController } from './jobs.controller';
import { JobsRepository } from './jobs.repository';
import { JobsService } from './jobs.service';

/** Jobs: tasks that are launched and controlled together. */
@Module({
  imports: [TypeOrmModule.forFeature([Job, JobCount, JobPlanLine]), TasksModule],
  controllers: [JobsController, JobReviewController],
  providers: [
    JobsService,
    JobsRepository,
    JobEventsRepository,
    JobPlanning,
    JobPlanRepository,
    JobLaunch,
    JobLaunchRepository,
    JobControl,
    JobPlanLinesRepository,
    JobReview,
    JobHistoryRepository,
    JobRunsRepository,
    JobSettingsRepository,
  ],
  exports: [JobControl, JobLaunch, JobPlanning],
})
export class JobsModule {
  constructor(live: Live, jobs: JobsRepository) {
    live.projection('jobs', (tx, ids) => jobs.readLive(tx, ids));
  }
}
