import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../platform/access/permit';
import { RequiresRecentSignIn } from '../platform/access/recent-sign-in';
import { IgnoresIdempotencyKey } from '../platform/http/idempotency.interceptor';
import { IdParam, IfMatch } from '../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../platform/http/responses';
import { CurrentScope, type Scope } from '../platform/realm-scope/scope';
import {
  NewWorkerTokenDto,
  WorkerDto,
  WorkerListQuery,
  WorkerTokenDto,
  WorkerTokenInputDto,
  WorkerTokenListQuery,
} from './workers.dto';
import { WorkersService } from './workers.service';

/** Workers and their tokens, for administrators. */
@ApiTags('workers')
@Controller()
export class WorkersController {
  constructor(private readonly workers: WorkersService) {}

  @Get('workers')
  @ApiOperation({ summary: 'List workers' })
  @Permit('admin', 'all')
  @Lists(WorkerDto)
  list(@CurrentScope() scope: Scope, @Query() query: WorkerListQuery) {
    return this.workers.list(scope, query);
  }

  @Get('workers/:id')
  @ApiOperation({ summary: 'Get a worker' })
  @Permit('admin', 'all')
  @Returns(WorkerDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.workers.get(scope, id);
  }

  @Get('worker-tokens')
  @ApiOperation({ summary: 'List worker tokens' })
  @Permit('admin', 'all')
  @Lists(WorkerTokenDto)
  tokens(@CurrentScope() scope: Scope, @Query() query: WorkerTokenListQuery) {
    return this.workers.listTokens(scope, query);
  }

  @Post('worker-tokens')
  @ApiOperation({ summary: 'Create a worker token', description: 'Only this answer contains the token.' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(NewWorkerTokenDto, { versioned: true })
  @IgnoresIdempotencyKey()
  createToken(@CurrentScope() scope: Scope, @Body() body: WorkerTokenInputDto) {
    return this.workers.createToken(scope, body);
  }

  @Get('worker-tokens/:id')
  @ApiOperation({ summary: 'Get a worker token' })
  @Permit('admin', 'all')
  @Returns(WorkerTokenDto, { versioned: true })
  token(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.workers.getToken(scope, id);
  }

  @Delete('worker-tokens/:id')
  @ApiOperation({ summary: 'Revoke a worker token' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  @SupportsIfMatch()
  revokeToken(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.workers.revokeToken(scope, id, ifMatch);
  }
}
