import { Body, Controller, Get, Headers, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers, AnswersOrAccepts, Lists } from '../../platform/http/answers';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { BulkOperations } from './bulk-operations.service';
import { BulkTasks } from './bulk-tasks.service';
import { BulkAnswer, BulkItem, BulkOperationDto, BulkResultsQuery, BulkTasksDto } from './bulk.dto';

/** One command over many tasks. */
@ApiTags('tasks')
@Controller('tasks/bulk')
export class TaskBulkController {
  constructor(
    private readonly bulks: BulkTasks,
    private readonly operations: BulkOperations,
  ) {}

  /** 202 with an operation when the tasks are worked through bit by bit: over 200, deletions, purchases, or by preference. */
  @Post()
  @Permit('write')
  @AnswersOrAccepts(BulkAnswer)
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description: '`respond-async`: as an operation, however few',
  })
  async run(
    @CurrentScope() scope: Scope,
    @Body() body: BulkTasksDto,
    @Headers('prefer') prefer: string | undefined,
  ) {
    const answer = await this.bulks.run(scope, body, /(^|[,\s])respond-async\b/i.test(prefer ?? ''));
    const { operation } = answer;
    return { answer, location: operation ? `/api/tasks/bulk/${operation.id}` : null };
  }

  @Get(':id')
  @Permit('read')
  @Answers(BulkOperationDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.operations.get(scope, id);
  }

  @Get(':id/results')
  @Permit('read')
  @Lists(BulkItem)
  results(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: BulkResultsQuery) {
    return this.operations.results(scope, id, query);
  }

  @Post(':id/abort')
  @Permit('write')
  @Answers(BulkOperationDto, { versioned: true })
  abort(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.operations.abort(scope, id);
  }
}
