import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import {
  Answers,
  CreatesOneOrMany,
  Empty,
  HeedsIfMatch,
  Lists,
  ListsWholeOrSummary,
} from '../../platform/http/answers';
import { ListQuery, sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import { sendHot } from '../../platform/http/send-hot';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TaskCommandsService } from './task-commands.service';
import { TaskCreation, taskInputs } from './task-creation.service';
import {
  ListedTaskDto,
  TaskChange,
  TaskDto,
  TaskEventDto,
  TaskEventsQuery,
  TaskInputDto,
  TaskListQuery,
  TaskWhyDto,
} from './tasks.dto';
import { TasksService, type VersionedTask } from './tasks.service';
import { TaskWhy } from './task-why.service';

const send = (reply: FastifyReply, { version, task }: VersionedTask): TaskDto => etag(reply, version, task);

/** Tasks: reading, making and changing them. */
@ApiTags('tasks')
@ApiExtraModels(TaskInputDto)
@Controller('tasks')
export class TasksController {
  constructor(
    private readonly tasks: TasksService,
    private readonly creation: TaskCreation,
    private readonly commands: TaskCommandsService,
    private readonly reasons: TaskWhy,
  ) {}

  @Get()
  @Permit('read')
  @ListsWholeOrSummary(TaskDto, ListedTaskDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: TaskListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return sendHot(reply, await this.tasks.list(scope, query, ifNoneMatch));
  }

  @Post()
  @Permit('write')
  @CreatesOneOrMany(TaskDto)
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(TaskInputDto) },
        { type: 'array', items: { $ref: getSchemaPath(TaskInputDto) }, minItems: 1, maxItems: 1000 },
      ],
    },
  })
  async create(
    @CurrentScope() scope: Scope,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const inputs = await taskInputs(body);
    if (!Array.isArray(inputs)) return send(reply, await this.creation.create(scope, inputs));
    void reply.type('application/json; charset=utf-8');
    return (await this.creation.createMany(scope, inputs)).bytes;
  }

  @Get('job/:jobId')
  @Permit('read')
  @Lists(TaskDto, { versioned: true })
  async ofJob(
    @CurrentScope() scope: Scope,
    @IdParam('jobId') jobId: number,
    @Query() query: ListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return sendHot(reply, await this.tasks.ofJob(scope, jobId, query, ifNoneMatch));
  }

  @Get(':id')
  @Permit('read')
  @Answers(TaskDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.tasks.get(scope, id));
  }

  @Patch(':id')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: TaskChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.commands.change(scope, id, change, ifMatch));
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
    return this.commands.remove(scope, id, ifMatch);
  }

  @Post(':id/restore')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  async restore(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.commands.restore(scope, id));
  }

  @Get(':id/events')
  @Permit('read')
  @Lists(TaskEventDto)
  async events(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() query: TaskEventsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.tasks.events(scope, id, query);
    return sendPage(reply, pagination, page);
  }

  @Get(':id/why')
  @Permit('read')
  @Answers(TaskWhyDto)
  why(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<TaskWhyDto> {
    return this.reasons.of(scope, id);
  }
}
