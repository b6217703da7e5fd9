import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { SavedViewChange, SavedViewDto, SavedViewInput, SavedViewListQuery } from './saved-views.dto';
import { SavedViewsService } from './saved-views.service';

const send = (reply: FastifyReply, { version, answer }: Found<SavedViewDto>): SavedViewDto =>
  etag(reply, version, answer);

/** Views of lists that people keep under a name. */
@ApiTags('saved-views')
@Controller('saved-views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @AnySession()
  @Lists(SavedViewDto)
  async list(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Query() query: SavedViewListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.views.list(scope, account, query);
    return sendPage(reply, pagination, page);
  }

  @Post()
  @AnySession()
  @Creates(SavedViewDto)
  async create(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() input: SavedViewInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.views.create(scope, account, input));
  }

  @Get(':id')
  @AnySession()
  @Answers(SavedViewDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.views.get(scope, account, id));
  }

  @Put(':id')
  @AnySession()
  @Answers(SavedViewDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
    @Body() change: SavedViewChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.views.change(scope, account, id, change, ifMatch));
  }

  @Delete(':id')
  @AnySession()
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.views.remove(scope, account, id, ifMatch);
  }
}
