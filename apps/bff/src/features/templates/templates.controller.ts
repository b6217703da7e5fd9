import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TemplateChange, TemplateDto, TemplateInput, TemplateListQuery } from './templates.dto';
import { TemplatesService } from './templates.service';

const send = (reply: FastifyReply, { version, answer }: Found<TemplateDto>): TemplateDto =>
  etag(reply, version, answer);

/** Templates, for those with write alone. */
@ApiTags('templates')
@Controller('templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get()
  @Permit('write')
  @Lists(TemplateDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: TemplateListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.templates.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post()
  @Permit('write')
  @Creates(TemplateDto)
  async create(
    @CurrentScope() scope: Scope,
    @Body() input: TemplateInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.templates.create(scope, input));
  }

  @Get(':id')
  @Permit('write')
  @Answers(TemplateDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.templates.get(scope, id));
  }

  @Put(':id')
  @Permit('write')
  @Answers(TemplateDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: TemplateChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.templates.change(scope, id, change, ifMatch));
  }

  @Delete(':id')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.templates.remove(scope, id, ifMatch);
  }

  /** Takes back a deletion of at most 30 days ago. */
  @Post(':id/restore')
  @Permit('write')
  @Answers(TemplateDto, { versioned: true })
  async restore(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.templates.restore(scope, id));
  }
}
