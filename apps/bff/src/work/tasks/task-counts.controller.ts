import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers } from '../../platform/http/answers';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TaskCounts } from './task-counts.service';
import { TaskCountsDto, TaskListQuery } from './tasks.dto';

/** Counts of tasks, for the tabs over their list. */
@ApiTags('tasks')
@Controller('tasks')
export class TaskCountsController {
  constructor(private readonly taskCounts: TaskCounts) {}

  @Get('counts')
  @ApiOperation({ summary: 'Count tasks by status' })
  @Permit('read')
  @Answers(TaskCountsDto)
  get(@CurrentScope() scope: Scope, @Query() query: TaskListQuery): Promise<TaskCountsDto> {
    return this.taskCounts.countByStatus(scope, query);
  }
}
