import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { AuditDto, AuditListQuery } from './audit.dto';
import { AuditService } from './audit.service';

/** Who did what, when and from where. Nothing changes it. */
@ApiTags('audit')
@Controller('audit')
export class AuditController {
  constructor(private readonly ledger: AuditService) {}

  @Get()
  @Permit('admin', 'all')
  @Lists(AuditDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: AuditListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.ledger.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Get(':id')
  @Permit('admin', 'all')
  @Answers(AuditDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { version, answer } = await this.ledger.get(scope, id);
    return etag(reply, version, answer);
  }
}
