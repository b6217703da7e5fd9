import { Body, Controller, Get, Headers, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentAccount, requireAct } from '../../platform/access/caller';
import { Permit, PermitAct } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { IdParam } from '../../platform/http/parameters';
import { Lists, Returns, ReturnsOrAccepts } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { BulkAnswer, BulkItem, BulkOperationDto, BulkResultsQuery, BulkTasksDto } from './bulk.dto';
import { isPurchase } from './bulk-eligibility';
import { BulkOperations } from './bulk-operations.service';
import { BulkTasks } from './bulk-tasks.service';

/** Commands over many tasks. */
@ApiTags('tasks')
@Controller('tasks/bulk')
export class TaskBulkController {
  constructor(
    private readonly bulks: BulkTasks,
    private readonly operations: BulkOperations,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Run a command on many tasks, or preview it',
    description:
      'Returns 202 with an operation that runs in the background for more than 200 tasks, deletions and purchases, or on request. Recording purchases needs the duty `pay` too, replacing records the permission.',
  })
  @PermitAct('launch')
  @ReturnsOrAccepts(BulkAnswer)
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description: '`respond-async`: run as an operation, whatever the number of tasks',
  })
  async run(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() body: BulkTasksDto,
    @Headers('prefer') prefer: string | undefined,
  ) {
    if (isPurchase(body.command)) requireAct(account, 'pay');
    if (body.replace) requireAct(account, 'reverseOthers');
    const response = await this.bulks.runBulk(scope, body, /(^|[,\s])respond-async\b/i.test(prefer ?? ''));
    const { operation } = response;
    return { response, location: operation ? `/api/tasks/bulk/${operation.id}` : null };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get the progress of a bulk operation' })
  @Permit('read')
  @Returns(BulkOperationDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.operations.get(scope, id);
  }

  @Get(':id/results')
  @ApiOperation({ summary: 'List the results of a bulk operation by task' })
  @Permit('read')
  @Lists(BulkItem)
  results(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: BulkResultsQuery) {
    return this.operations.listResults(scope, id, query);
  }

  @Post(':id/abort')
  @ApiOperation({
    summary: 'Abort a bulk operation',
    description: 'Tasks that were already processed are not reverted.',
  })
  @PermitAct('launch')
  @Returns(BulkOperationDto, { versioned: true })
  abort(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.operations.abort(scope, id);
  }
}
