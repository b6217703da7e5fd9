import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { Permit, PermitAct } from '../../platform/access/permit';
import { ListQuery } from '../../platform/http/list-query';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import {
  CreatesOneOrMany,
  Empty,
  Lists,
  ListsCached,
  ListsWholeOrSummary,
  Returns,
  SupportsIfMatch,
} from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TaskCommandsService } from './task-commands.service';
import { parseTaskInputs, TaskCreation } from './task-creation.service';
import { TaskWhy } from './task-why.service';
import {
  ListedTaskDto,
  TaskChange,
  TaskCountsDto,
  TaskDto,
  TaskEventDto,
  TaskEventsQuery,
  TaskInputDto,
  TaskListQuery,
  TaskWhyDto,
} from './tasks.dto';
import { TasksService } from './tasks.service';

/** Reads, creates and changes tasks. */
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
  @ApiOperation({ summary: 'List tasks' })
  @Permit('read')
  @ListsWholeOrSummary(TaskDto, ListedTaskDto)
  list(
    @CurrentScope() scope: Scope,
    @Query() query: TaskListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.tasks.list(scope, query, ifNoneMatch);
  }

  @Post()
  @ApiOperation({ summary: 'Create one task or several' })
  @PermitAct('launch')
  @CreatesOneOrMany(TaskDto)
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(TaskInputDto) },
        { type: 'array', items: { $ref: getSchemaPath(TaskInputDto) }, minItems: 1, maxItems: 1000 },
      ],
    },
  })
  create(@CurrentScope() scope: Scope, @Body() body: unknown) {
    const inputs = parseTaskInputs(body);
    return Array.isArray(inputs)
      ? this.creation.createMany(scope, inputs)
      : this.creation.create(scope, inputs);
  }

  @Get('job/:jobId')
  @ApiOperation({ summary: "List a job's tasks" })
  @Permit('read')
  @ListsCached(TaskDto)
  ofJob(
    @CurrentScope() scope: Scope,
    @IdParam('jobId') jobId: number,
    @Query() query: ListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.tasks.listOfJob(scope, jobId, query, ifNoneMatch);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a task' })
  @Permit('read')
  @Returns(TaskDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.tasks.get(scope, id);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Update a task', description: 'Only the fields that are sent change.' })
  @PermitAct('launch')
  @Returns(TaskDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: TaskChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.commands.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a finished task' })
  @PermitAct('launch')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.commands.remove(scope, id, ifMatch);
  }

  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore a task deleted in the last 30 days' })
  @PermitAct('launch')
  @Returns(TaskDto, { versioned: true })
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.restore(scope, id);
  }

  @Get(':id/events')
  @ApiOperation({ summary: "List a task's timeline, newest first" })
  @Permit('read')
  @Lists(TaskEventDto)
  events(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: TaskEventsQuery) {
    return this.tasks.listEvents(scope, id, query);
  }

  @Get(':id/why')
  @ApiOperation({ summary: 'Explain why a task is not running' })
  @Permit('read')
  @Returns(TaskWhyDto)
  why(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<TaskWhyDto> {
    return this.reasons.explain(scope, id);
  }
}

/** Counts of tasks, for the tabs over their list. */
@ApiTags('tasks')
@Controller('tasks')
export class TaskCountsController {
  constructor(private readonly tasks: TasksService) {}

  @Get('counts')
  @ApiOperation({ summary: 'Count tasks by status' })
  @Permit('read')
  @Returns(TaskCountsDto)
  get(@CurrentScope() scope: Scope, @Query() query: TaskListQuery): Promise<TaskCountsDto> {
    return this.tasks.countByStatus(scope, query);
  }
}
