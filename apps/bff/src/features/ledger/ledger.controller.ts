import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LedgerLine, LedgerQuery } from './ledger.dto';
import { LedgerService } from './ledger.service';

/** Who bought what for which customer: owners of a realm read theirs, administrators all. */
@ApiTags('tickets')
@Controller('ledger')
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  @Get()
  @Permit('write')
  @Lists(LedgerLine)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: LedgerQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.ledger.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Get(':id')
  @Permit('write')
  @Answers(LedgerLine, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { version, answer } = await this.ledger.get(scope, id);
    return etag(reply, version, answer);
  }
}
