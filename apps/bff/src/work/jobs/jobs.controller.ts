import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../../platform/access/permit';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import {
  Creates,
  Empty,
  ErrorResponses,
  Lists,
  ListsCached,
  Returns,
  SupportsIfMatch,
} from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { JobControl } from './job-control.service';
import { JobLaunch } from './job-launch.service';
import { JobPlanning } from './job-planning.service';
import {
  JobChangeDto,
  JobControlAnswer,
  JobControlDto,
  JobDto,
  JobEventDto,
  JobEventsQuery,
  JobInputDto,
  JobListQuery,
  JobPlanDto,
} from './jobs.dto';
import { JobsService } from './jobs.service';

/** Jobs: tasks launched from a template. */
@ApiTags('jobs')
@Controller('jobs')
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly planning: JobPlanning,
    private readonly launching: JobLaunch,
    private readonly controls: JobControl,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List jobs' })
  @Permit('read')
  @ListsCached(JobDto)
  list(
    @CurrentScope() scope: Scope,
    @Query() query: JobListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.jobs.list(scope, query, ifNoneMatch);
  }

  @Post('preview')
  @ApiOperation({ summary: 'Preview a job without creating it' })
  @PermitAct('launch')
  @Returns(JobPlanDto)
  @ErrorResponses(404)
  preview(@CurrentScope() scope: Scope, @Body() body: JobInputDto): Promise<JobPlanDto> {
    return this.planning.preview(scope, body);
  }

  @Post()
  @ApiOperation({ summary: 'Launch a template as a job' })
  @PermitAct('launch')
  @Creates(JobDto, { versioned: true })
  @ErrorResponses(404)
  create(@CurrentScope() scope: Scope, @Body() body: JobInputDto) {
    return this.launching.launch(scope, body);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a job' })
  @Permit('read')
  @Returns(JobDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.jobs.get(scope, id);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Update a job', description: 'Only the fields that are sent change.' })
  @PermitAct('launch')
  @Returns(JobDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: JobChangeDto,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.jobs.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a finished job' })
  @PermitAct('launch')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.jobs.remove(scope, id, ifMatch);
  }

  @Get(':id/events')
  @ApiOperation({ summary: "List a job's timeline" })
  @Permit('read')
  @Lists(JobEventDto)
  events(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: JobEventsQuery) {
    return this.jobs.listEvents(scope, id, query);
  }

  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore a job deleted in the last 30 days' })
  @PermitAct('launch')
  @Returns(JobDto, { versioned: true })
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.jobs.restore(scope, id);
  }

  @Post(':id/control')
  @ApiOperation({ summary: "Run a command on all of a job's tasks" })
  @PermitAct('launch')
  @Returns(JobControlAnswer)
  control(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() body: JobControlDto,
  ): Promise<JobControlAnswer> {
    return this.controls.controlJob(scope, id, body.command);
  }
}
