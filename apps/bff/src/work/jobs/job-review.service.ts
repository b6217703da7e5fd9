import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { JobHistoryRepository } from './job-history.repository';
import { JobPlanLinesRepository } from './job-plan-lines.repository';
import type {
  JobComparisonDto,
  JobHistoryDto,
  JobPlanLineDto,
  JobPlanQuery,
  JobPlanTotalsDto,
  JobRunDto,
  JobTaskEventsDto,
  JobTaskEventsQuery,
  TemplateDifferenceDto,
} from './job-review.dto';
import { JobRunsRepository } from './job-runs.repository';
import { compareSettings } from './job-settings';
import { JobSettingsRepository } from './job-settings.repository';
import type { JobDto } from './jobs.dto';
import { JobsRepository } from './jobs.repository';

/** What a job was launched with and how it went. */
@Injectable()
export class JobReview {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobsRepository,
    private readonly planLines: JobPlanLinesRepository,
    private readonly settings: JobSettingsRepository,
    private readonly runs: JobRunsRepository,
    private readonly histories: JobHistoryRepository,
  ) {}

  /** The plan of the launch, by pages; empty for a job from before plans were kept. */
  listPlan(scope: Scope, id: number, query: JobPlanQuery): Promise<ListResponse<JobPlanLineDto>> {
    return this.transactions.readList(scope, async (tx) => {
      const { row } = await this.jobs.get(tx, id);
      return this.planLines.list(tx, row.realm_id, id, query);
    });
  }

  countPlan(scope: Scope, id: number): Promise<JobPlanTotalsDto> {
    return this.transactions.read(scope, async (tx) => {
      const { row } = await this.jobs.get(tx, id);
      return this.planLines.countByVerdict(tx, row.realm_id, id);
    });
  }

  /** What happened to the job's tasks, by pages. */
  listTaskEvents(
    scope: Scope,
    id: number,
    query: JobTaskEventsQuery,
  ): Promise<ListResponse<JobTaskEventsDto>> {
    return this.transactions.readList(scope, async (tx) => {
      const { row } = await this.jobs.get(tx, id);
      return this.runs.listEvents(tx, row, query);
    });
  }

  /** The settings that the template has now and that the job was launched without. */
  compareTemplate(scope: Scope, id: number): Promise<TemplateDifferenceDto> {
    return this.transactions.read(scope, async (tx) => {
      const { template_id } = (await this.jobs.get(tx, id)).row;
      const template = template_id === null ? undefined : await this.settings.ofTemplate(tx, template_id);
      const isGone = !template || template.deleted;
      return {
        template_id,
        template_name: template?.name ?? null,
        deleted: isGone,
        settings: isGone ? [] : compareSettings(await this.settings.ofJob(tx, id), template.settings),
      };
    });
  }

  getRun(scope: Scope, id: number): Promise<JobRunDto> {
    return this.transactions.read(scope, async (tx) => this.countRun(tx, (await this.jobs.get(tx, id)).row));
  }

  /** Outcomes of the job's tasks over time. */
  getHistory(scope: Scope, id: number): Promise<JobHistoryDto> {
    return this.transactions.read(scope, async (tx) => ({
      points: await this.histories.read(tx, (await this.jobs.get(tx, id)).row),
    }));
  }

  /** Two runs side by side. @throws 404 for the job, 400 for the other, when the scope doesn't see it */
  compareRuns(scope: Scope, id: number, otherId: number): Promise<JobComparisonDto> {
    return this.transactions.read(scope, async (tx) => {
      const { row: own } = await this.jobs.get(tx, id);
      const other = await this.findOther(tx, otherId);
      return {
        run: await this.countRun(tx, own),
        other: await this.countRun(tx, other),
        settings: compareSettings(await this.settings.ofJob(tx, id), await this.settings.ofJob(tx, otherId)),
        failures: await this.runs.countFailures(tx, own, other),
      };
    });
  }

  private async findOther(tx: Tx, id: number): Promise<JobDto> {
    const found = await this.jobs.findJob(tx, id);
    if (!found) throw invalid([{ field: 'with', message: 'There is no such job', code: 'NOT_FOUND' }]);
    return found.row;
  }

  private async countRun(tx: Tx, job: JobDto): Promise<JobRunDto> {
    const { id, name, status, created_at, started_at, finished_at } = job;
    const { seats_target, seats_wanted, seats_won, seats_held } = job;
    return {
      id,
      name,
      status,
      created_at,
      started_at,
      finished_at,
      duration_s: await this.runs.readDuration(tx, job),
      tasks: Object.values(job.counts).reduce((sum, count) => sum + count, 0),
      seats_target,
      seats_wanted,
      seats_won,
      seats_held,
      ...(await this.runs.countTimed(tx, job)),
    };
  }
}
