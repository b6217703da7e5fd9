import { Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Creates, Empty, Lists } from '../../platform/http/answers';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { ListQuery, sendPage } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { NewWorkerTokenDto, WorkerDto, WorkerTokenDto, WorkerTokenInputDto } from './workers.dto';
import { WorkersService } from './workers.service';

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
    @Query() query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { asked, page } = await this.workers.list(scope, query);
    return sendPage(reply, asked, page);
  }

  @Get('worker-tokens')
  @Permit('admin', 'all')
  @Lists(WorkerTokenDto)
  async tokens(
    @CurrentScope() scope: Scope,
    @Query() query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { asked, page } = await this.workers.listTokens(scope, query);
    return sendPage(reply, asked, page);
  }

  @Post('worker-tokens')
  @Permit('admin', 'all')
  @Creates(NewWorkerTokenDto)
  @IgnoresIdempotencyKey()
  createToken(@CurrentScope() scope: Scope, @Body() body: WorkerTokenInputDto): Promise<NewWorkerTokenDto> {
    return this.workers.createToken(scope, body);
  }

  @Get('worker-tokens/:id')
  @Permit('admin', 'all')
  @Answers(WorkerTokenDto)
  token(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<WorkerTokenDto> {
    return this.workers.getToken(scope, id);
  }

  @Delete('worker-tokens/:id')
  @Permit('admin', 'all')
  @Empty()
  revokeToken(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<void> {
    return this.workers.revokeToken(scope, id);
  }
}
