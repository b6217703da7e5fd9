/** What other features may use of jobs. */
export { type JobControlAnswer, type JobDto, type JobPlanDto } from './jobs.dto';
export { JobsModule } from './jobs.module';
export { figures, finishedAt } from './jobs.queries';
