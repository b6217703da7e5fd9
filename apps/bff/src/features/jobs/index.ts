/** What other features may use of jobs. */
export { JobLaunch } from './job-launch.service';
export { JobPlanning } from './job-planning.service';
export { type JobControlAnswer, type JobDto, type JobPlanDto, type JobStatus } from './jobs.dto';
export { JobsModule } from './jobs.module';
export { jobFigures, jobFinishedAt } from './jobs.repository';
