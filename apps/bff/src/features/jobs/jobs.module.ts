import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Live } from '../../platform/live/live';
import { TasksModule } from '../tasks';
import { JobControl } from './job-control.service';
import { JobLaunch } from './job-launch.service';
import { JobPlanning } from './job-planning.service';
import { JobsController } from './jobs.controller';
import { liveJobs } from './jobs.repository';
import { JobsService } from './jobs.service';
import { Job, JobCount } from './job.entity';

/** Jobs: many tasks launched and steered together. */
@Module({
  imports: [TypeOrmModule.forFeature([Job, JobCount]), TasksModule],
  controllers: [JobsController],
  providers: [JobsService, JobPlanning, JobLaunch, JobControl],
  exports: [JobsService],
})
export class JobsModule {
  constructor(live: Live) {
    live.projection('jobs', liveJobs);
  }
}
