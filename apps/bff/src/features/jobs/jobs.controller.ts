import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Creates, Empty, HeedsIfMatch, Lists, Refuses } from '../../platform/http/answers';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import { sendPage } from '../../platform/http/list-query';
import { sendHot } from '../../platform/http/send-hot';
import { etag } from '../../platform/http/versions';
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
import { JobsService, type VersionedJob } from './jobs.service';

const send = (reply: FastifyReply, { version, job }: VersionedJob): JobDto => etag(reply, version, job);

/** Jobs: many tasks launched from a template. */
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
  @Permit('read')
  @Lists(JobDto, { versioned: true })
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: JobListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return sendHot(reply, await this.jobs.list(scope, query, ifNoneMatch));
  }

  @Post('preview')
  @Permit('write')
  @Answers(JobPlanDto)
  @Refuses(404)
  preview(@CurrentScope() scope: Scope, @Body() body: JobInputDto): Promise<JobPlanDto> {
    return this.planning.preview(scope, body);
  }

  @Post()
  @Permit('write')
  @Creates(JobDto)
  @Refuses(404)
  async create(
    @CurrentScope() scope: Scope,
    @Body() body: JobInputDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.launching.launch(scope, body));
  }

  @Get(':id')
  @Permit('read')
  @Answers(JobDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.jobs.get(scope, id));
  }

  @Patch(':id')
  @Permit('write')
  @Answers(JobDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: JobChangeDto,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.jobs.change(scope, id, change, ifMatch));
  }

  @Delete(':id')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.jobs.remove(scope, id, ifMatch);
  }

  @Get(':id/events')
  @Permit('read')
  @Lists(JobEventDto)
  async events(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() query: JobEventsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.jobs.events(scope, id, query);
    return sendPage(reply, pagination, page);
  }

  @Post(':id/restore')
  @Permit('write')
  @Answers(JobDto, { versioned: true })
  async restore(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.jobs.restore(scope, id));
  }

  @Post(':id/control')
  @Permit('write')
  @Answers(JobControlAnswer)
  control(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() body: JobControlDto,
  ): Promise<JobControlAnswer> {
    return this.controls.run(scope, id, body.command);
  }
}
