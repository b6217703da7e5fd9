import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueModule } from '../catalogue';
import { MessagesModule } from '../messages';
import { Live } from '../platform/live/live';
import { ApprovalRule } from './approvals/approval-rule.entity';
import { ApprovalRulesController } from './approvals/approval-rules.controller';
import { ApprovalRulesService } from './approvals/approval-rules.service';
import { Commitments } from './approvals/commitments';
import { CommitmentsRepository } from './approvals/commitments.repository';
import { FinishedJobs } from './jobs/finished-jobs';
import { Job, JobCount, JobPlanLine } from './jobs/job.entity';
import { JobControl } from './jobs/job-control.service';
import { JobEventsRepository } from './jobs/job-events.repository';
import { JobHistoryRepository } from './jobs/job-history.repository';
import { JobLaunchRepository } from './jobs/job-launch.repository';
import { JobLaunch } from './jobs/job-launch.service';
import { JobPlanRepository } from './jobs/job-plan.repository';
import { JobPlanLinesRepository } from './jobs/job-plan-lines.repository';
import { JobPlanning } from './jobs/job-planning.service';
import { JobReviewController } from './jobs/job-review.controller';
import { JobReview } from './jobs/job-review.service';
import { JobRunsRepository } from './jobs/job-runs.repository';
import { JobSettingsRepository } from './jobs/job-settings.repository';
import { JobsController } from './jobs/jobs.controller';
import { JobsRepository } from './jobs/jobs.repository';
import { JobsService } from './jobs/jobs.service';
import { QueueLink, QueueLinkStep, QueueLinkTask } from './links/link.entity';
import { LinksController } from './links/links.controller';
import { LinksRepository } from './links/links.repository';
import { LinksService } from './links/links.service';
import { WaitingPlacesController } from './links/waiting-places.controller';
import { WaitingPlacesRepository } from './links/waiting-places.repository';
import { WaitingPlacesService } from './links/waiting-places.service';
import { Login, LoginActivity } from './logins/login.entity';
import { LoginImportsController } from './logins/login-import.controller';
import { LoginImportService } from './logins/login-import.service';
import { LoginLookup } from './logins/login-lookup';
import { LoginWriter } from './logins/login-writer';
import { LoginsController } from './logins/logins.controller';
import { LoginsRepository } from './logins/logins.repository';
import { LoginsService } from './logins/logins.service';
import { EventPayer, PaymentTime } from './payers/event-payer.entity';
import { PayersController } from './payers/payers.controller';
import { PayersRepository } from './payers/payers.repository';
import { PayersService } from './payers/payers.service';
import { PaymentForecastsRepository } from './payers/payment-forecasts.repository';
import { PaymentForecasts } from './payers/payment-forecasts.service';
import { Pool, PoolMember } from './pools/pool.entity';
import { PoolLookup } from './pools/pool-lookup';
import { PoolsController } from './pools/pools.controller';
import { PoolsRepository } from './pools/pools.repository';
import { PoolsService } from './pools/pools.service';
import { Rehearsal } from './rehearsals/rehearsal.entity';
import { RehearsalRealmRepository } from './rehearsals/rehearsal-realm.repository';
import { RehearsalStart } from './rehearsals/rehearsal-start.service';
import { RehearsalsController } from './rehearsals/rehearsals.controller';
import { RehearsalsRepository } from './rehearsals/rehearsals.repository';
import { RehearsalsService, RehearsalSweeper } from './rehearsals/rehearsals.service';
import { BulkProgress } from './tasks/lifecycle/bulk-progress';
import { JobTargets } from './tasks/lifecycle/job-targets';
import { TaskLifecycleRepository } from './tasks/lifecycle/task-lifecycle.repository';
import { TaskMetrics } from './tasks/lifecycle/task-metrics';
import { TaskQueue } from './tasks/lifecycle/task-queue';
import { TaskSweeps } from './tasks/lifecycle/task-sweeps';
import { Transitions } from './tasks/lifecycle/transitions';
import { Task, TaskEvent, TaskPosition } from './tasks/task.entity';
import { TaskChanges } from './tasks/task-changes';
import { TaskCommandsController } from './tasks/task-commands.controller';
import { TaskCommandsService } from './tasks/task-commands.service';
import { TaskCreationRepository } from './tasks/task-creation.repository';
import { TaskCreation } from './tasks/task-creation.service';
import { TaskWhyRepository } from './tasks/task-why.repository';
import { TaskWhy } from './tasks/task-why.service';
import { TaskCountsController, TasksController } from './tasks/tasks.controller';
import { TasksRepository } from './tasks/tasks.repository';
import { TasksService } from './tasks/tasks.service';
import { Template, TemplateLogin } from './templates/template.entity';
import { TemplatesController } from './templates/templates.controller';
import { TemplatesRepository } from './templates/templates.repository';
import { TemplatesService } from './templates/templates.service';

const approvals = [ApprovalRulesService, Commitments, CommitmentsRepository];
const tasks = [
  BulkProgress,
  JobTargets,
  TaskChanges,
  TaskCommandsService,
  TaskCreation,
  TaskCreationRepository,
  TaskLifecycleRepository,
  TaskMetrics,
  TaskQueue,
  TaskSweeps,
  TaskWhy,
  TaskWhyRepository,
  TasksRepository,
  TasksService,
  Transitions,
];
const jobs = [
  FinishedJobs,
  JobControl,
  JobEventsRepository,
  JobHistoryRepository,
  JobLaunch,
  JobLaunchRepository,
  JobPlanLinesRepository,
  JobPlanRepository,
  JobPlanning,
  JobReview,
  JobRunsRepository,
  JobSettingsRepository,
  JobsRepository,
  JobsService,
];
const templates = [TemplatesRepository, TemplatesService];
const pools = [PoolLookup, PoolsRepository, PoolsService];
const logins = [LoginImportService, LoginLookup, LoginWriter, LoginsRepository, LoginsService];
const rehearsals = [
  RehearsalRealmRepository,
  RehearsalStart,
  RehearsalSweeper,
  RehearsalsRepository,
  RehearsalsService,
];
const payers = [PayersRepository, PayersService, PaymentForecasts, PaymentForecastsRepository];
const links = [LinksRepository, LinksService, WaitingPlacesRepository, WaitingPlacesService];

/** The automated work: tasks, the jobs and templates that they come from, and what they use: logins, pools, links. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ApprovalRule,
      EventPayer,
      PaymentTime,
      Task,
      TaskEvent,
      TaskPosition,
      Job,
      JobCount,
      JobPlanLine,
      Template,
      TemplateLogin,
      Pool,
      PoolMember,
      Login,
      LoginActivity,
      Rehearsal,
      QueueLink,
      QueueLinkStep,
      QueueLinkTask,
    ]),
    CatalogueModule,
    MessagesModule,
  ],
  controllers: [
    ApprovalRulesController,
    TaskCommandsController,
    TaskCountsController,
    TasksController,
    JobsController,
    JobReviewController,
    TemplatesController,
    PoolsController,
    LoginsController,
    LoginImportsController,
    RehearsalsController,
    LinksController,
    WaitingPlacesController,
    PayersController,
  ],
  providers: [
    ...approvals,
    ...tasks,
    ...jobs,
    ...templates,
    ...pools,
    ...logins,
    ...rehearsals,
    ...links,
    ...payers,
  ],
  exports: [
    Commitments,
    JobLaunch,
    JobsService,
    LoginLookup,
    PayersRepository,
    PaymentForecasts,
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
export class WorkModule {
  constructor(
    live: Live,
    tasks: TasksRepository,
    jobs: JobsRepository,
    links: LinksRepository,
    payers: PayersRepository,
  ) {
    live.projection('tasks', (tx, ids) => tasks.readLive(tx, ids));
    live.projection('jobs', (tx, ids) => jobs.readLive(tx, ids));
    live.projection('links', (tx, ids) => links.readLive(tx, ids));
    live.projection('on-sale', (tx, ids) => payers.readLive(tx, ids));
  }
}
