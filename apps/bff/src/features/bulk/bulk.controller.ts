import { Body, Controller, Get, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, AnswersOrAccepts, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
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
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BulkAnswer> {
    const answer = await this.bulks.run(scope, body, /(^|[,\s])respond-async\b/i.test(prefer ?? ''));
    if (answer.operation) void reply.status(202).header('Location', `/api/tasks/bulk/${answer.operation.id}`);
    return answer;
  }

  @Get(':id')
  @Permit('read')
  @Answers(BulkOperationDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { version, answer } = await this.operations.get(scope, id);
    return etag(reply, version, answer);
  }

  @Get(':id/results')
  @Permit('read')
  @Lists(BulkItem)
  async results(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() query: BulkResultsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.operations.results(scope, id, query);
    return sendPage(reply, pagination, page);
  }

  @Post(':id/abort')
  @Permit('write')
  @Answers(BulkOperationDto, { versioned: true })
  async abort(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { version, answer } = await this.operations.abort(scope, id);
    return etag(reply, version, answer);
  }
}
