import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import type { Found } from '../../platform/database/select';
import {
  Answers,
  Creates,
  Empty,
  HeedsIfMatch,
  Lists,
  ListsWholeOrSummary,
} from '../../platform/http/answers';
import { ListQuery, sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import { sendHot } from '../../platform/http/send-hot';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LoginActivityService } from './login-activity.service';
import {
  ClientDetailsDto,
  ClientHistoryDto,
  LoginChange,
  LoginDto,
  LoginInput,
  LoginListQuery,
  LoginSummaryDto,
  SiteLoginListQuery,
} from './logins.dto';
import { LoginsService } from './logins.service';

const send = (reply: FastifyReply, { version, answer }: Found<LoginDto>): LoginDto =>
  etag(reply, version, answer);

/** Logins. Lists answer a realm_user the summary alone. */
@ApiTags('logins')
@Controller()
export class LoginsController {
  constructor(
    private readonly logins: LoginsService,
    private readonly activity: LoginActivityService,
  ) {}

  @Get('logins')
  @Permit('read')
  @ListsWholeOrSummary(LoginDto, LoginSummaryDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: LoginListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return sendHot(reply, await this.logins.list(scope, query, ifNoneMatch));
  }

  @Get('sites/:siteId/logins')
  @Permit('read')
  @ListsWholeOrSummary(LoginDto, LoginSummaryDto)
  async listOfSite(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Query() query: SiteLoginListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return sendHot(reply, await this.logins.ofSite(scope, siteId, query, ifNoneMatch));
  }

  @Post('sites/:siteId/logins')
  @Permit('write')
  @Creates(LoginDto)
  async create(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Body() input: LoginInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.logins.create(scope, siteId, input));
  }

  /** Neither an active purchase nor a live hold. The event by id or guid. */
  @Get('logins/without-tickets/:siteId/:eventId')
  @Permit('read')
  @Lists(LoginSummaryDto)
  async listWithoutTickets(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Param('eventId') event: string,
    @Query() query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.logins.withoutTickets(scope, siteId, event, false, query);
    return sendPage(reply, pagination, page);
  }

  /** No active purchase; holds allowed. The event by id or guid. */
  @Get('logins/without-tickets-unconfirmed/:siteId/:eventId')
  @Permit('read')
  @Lists(LoginSummaryDto)
  async listWithoutTicketsUnconfirmed(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Param('eventId') event: string,
    @Query() query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.logins.withoutTickets(scope, siteId, event, true, query);
    return sendPage(reply, pagination, page);
  }

  @Get('logins/:id')
  @Permit('write')
  @Answers(LoginDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.logins.get(scope, id));
  }

  @Patch('logins/:id')
  @Permit('write')
  @Answers(LoginDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: LoginChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.logins.change(scope, id, change, ifMatch));
  }

  @Delete('logins/:id')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.logins.remove(scope, id, ifMatch);
  }

  @Get('logins/:id/client-history')
  @Permit('write')
  @Answers(ClientHistoryDto)
  history(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ClientHistoryDto> {
    return this.activity.history(scope, id);
  }

  @Get('logins/:id/client-details')
  @Permit('write')
  @Answers(ClientDetailsDto)
  details(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ClientDetailsDto> {
    return this.activity.details(scope, id);
  }
}
