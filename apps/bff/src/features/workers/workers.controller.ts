import { Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  NewWorkerTokenDto,
  WorkerDto,
  WorkerListQuery,
  WorkerTokenDto,
  WorkerTokenInputDto,
  WorkerTokenListQuery,
} from './workers.dto';
import { WorkersService } from './workers.service';

const send = <T>(reply: FastifyReply, { version, answer }: Found<T>): T => etag(reply, version, answer);

/** Workers and the tokens they come with: for administrators. */
@ApiTags('workers')
@Controller()
export class WorkersController {
  constructor(private readonly workers: WorkersService) {}

  @Get('workers')
  @Permit('admin', 'all')
  @Lists(WorkerDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: WorkerListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.workers.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Get('workers/:id')
  @Permit('admin', 'all')
  @Answers(WorkerDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.workers.get(scope, id));
  }

  @Get('worker-tokens')
  @Permit('admin', 'all')
  @Lists(WorkerTokenDto)
  async tokens(
    @CurrentScope() scope: Scope,
    @Query() query: WorkerTokenListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.workers.listTokens(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post('worker-tokens')
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(NewWorkerTokenDto)
  @IgnoresIdempotencyKey()
  async createToken(
    @CurrentScope() scope: Scope,
    @Body() body: WorkerTokenInputDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.workers.createToken(scope, body));
  }

  @Get('worker-tokens/:id')
  @Permit('admin', 'all')
  @Answers(WorkerTokenDto, { versioned: true })
  async token(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.workers.getToken(scope, id));
  }

  @Delete('worker-tokens/:id')
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  @HeedsIfMatch()
  revokeToken(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.workers.revokeToken(scope, id, ifMatch);
  }
}
