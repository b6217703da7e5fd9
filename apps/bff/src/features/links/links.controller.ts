import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { ListQuery, sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LinkChange, LinkDto, LinkInput, LinkListQuery, LinkStepDto } from './links.dto';
import { LinksService } from './links.service';

const send = (reply: FastifyReply, { version, answer }: Found<LinkDto>): LinkDto =>
  etag(reply, version, answer);

/** Queue-it links. */
@ApiTags('links')
@Controller()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Get('queueitlinks')
  @Permit('read')
  @Lists(LinkDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: LinkListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.links.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post('logins/:loginId/queueitlinks')
  @Permit('write')
  @Creates(LinkDto)
  async create(
    @CurrentScope() scope: Scope,
    @IdParam('loginId') loginId: number,
    @Body() input: LinkInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.links.create(scope, loginId, input));
  }

  @Get('queueitlinks/:id')
  @Permit('read')
  @Answers(LinkDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.links.get(scope, id));
  }

  @Get('queueitlinks/:id/history')
  @Permit('read')
  @Lists(LinkStepDto)
  async history(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.links.history(scope, id, query);
    return sendPage(reply, pagination, page);
  }

  @Put('queueitlinks/:id')
  @Permit('write')
  @Answers(LinkDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: LinkChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.links.change(scope, id, change, ifMatch));
  }

  @Delete('queueitlinks/:id')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.links.remove(scope, id, ifMatch);
  }

  /** Takes back a deletion of at most 30 days ago. */
  @Post('queueitlinks/:id/restore')
  @Permit('write')
  @Answers(LinkDto, { versioned: true })
  async restore(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.links.restore(scope, id));
  }
}
