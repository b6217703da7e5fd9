import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  JobCompareQuery,
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
import { JobReview } from './job-review.service';

/** What a job was launched with and how it went. */
@ApiTags('jobs')
@Controller('jobs')
export class JobReviewController {
  constructor(private readonly review: JobReview) {}

  @Get(':id/plan')
  @ApiOperation({
    summary: 'List the plan that a job was launched with',
    description: 'Empty for a job that was launched before plans were kept.',
  })
  @Permit('read')
  @Lists(JobPlanLineDto)
  plan(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: JobPlanQuery) {
    return this.review.listPlan(scope, id, query);
  }

  @Get(':id/plan/totals')
  @ApiOperation({ summary: 'Count the lines of the plan that a job was launched with' })
  @Permit('read')
  @Returns(JobPlanTotalsDto)
  planTotals(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<JobPlanTotalsDto> {
    return this.review.countPlan(scope, id);
  }

  @Get(':id/task-events')
  @ApiOperation({
    summary: "List what happened to a job's tasks",
    description: 'Entries of one second with the same kind, status and reason are one row with their number.',
  })
  @Permit('read')
  @Lists(JobTaskEventsDto)
  taskEvents(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: JobTaskEventsQuery) {
    return this.review.listTaskEvents(scope, id, query);
  }

  @Get(':id/run')
  @ApiOperation({ summary: "Count how a job went from its tasks' timelines" })
  @Permit('read')
  @Returns(JobRunDto)
  run(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<JobRunDto> {
    return this.review.getRun(scope, id);
  }

  @Get(':id/history')
  @ApiOperation({ summary: 'Count the tasks of a job that held, purchased and failed over time' })
  @Permit('read')
  @Returns(JobHistoryDto)
  history(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<JobHistoryDto> {
    return this.review.getHistory(scope, id);
  }

  @Get(':id/compare')
  @ApiOperation({ summary: 'Compare a job with another run' })
  @Permit('read')
  @Returns(JobComparisonDto)
  @ErrorResponses(400)
  compare(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() query: JobCompareQuery,
  ): Promise<JobComparisonDto> {
    return this.review.compareRuns(scope, id, query.with);
  }

  @Get(':id/template-difference')
  @ApiOperation({ summary: "Compare a job's settings with its template as it is now" })
  @PermitAct('launch')
  @Returns(TemplateDifferenceDto)
  templateDifference(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<TemplateDifferenceDto> {
    return this.review.compareTemplate(scope, id);
  }
}
