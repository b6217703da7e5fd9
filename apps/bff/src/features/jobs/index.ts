/** What other features may use of jobs. */
export { type JobControlAnswer, type JobDto, type JobPlanDto } from './jobs.dto';
export { JobsModule } from './jobs.module';
export { jobFigures, jobFinishedAt } from './jobs.repository';
