import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { ListQuery } from '../../platform/http/list-query';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import {
  Creates,
  Empty,
  Lists,
  ListsWholeOrSummary,
  Returns,
  SupportsIfMatch,
} from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
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

/** Logins. Lists return summaries to members without write permission. */
@ApiTags('logins')
@Controller()
export class LoginsController {
  constructor(private readonly logins: LoginsService) {}

  @Get('logins')
  @ApiOperation({ summary: 'List logins' })
  @Permit('read')
  @ListsWholeOrSummary(LoginDto, LoginSummaryDto)
  list(
    @CurrentScope() scope: Scope,
    @Query() query: LoginListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.logins.list(scope, query, ifNoneMatch);
  }

  @Get('sites/:siteId/logins')
  @ApiOperation({ summary: "List a site's logins" })
  @Permit('read')
  @ListsWholeOrSummary(LoginDto, LoginSummaryDto)
  listOfSite(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Query() query: SiteLoginListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.logins.listOfSite(scope, siteId, query, ifNoneMatch);
  }

  @Post('sites/:siteId/logins')
  @ApiOperation({ summary: 'Create a login at a site' })
  @Permit('write')
  @Creates(LoginDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @IdParam('siteId') siteId: number, @Body() input: LoginInput) {
    return this.logins.create(scope, siteId, input);
  }

  @Get('logins/without-tickets/:siteId/:eventId')
  @ApiOperation({
    summary: 'List logins without purchases or held seats for an event',
    description: 'The event is named by its id or guid.',
  })
  @Permit('read')
  @Lists(LoginSummaryDto)
  listWithoutTickets(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Param('eventId') event: string,
    @Query() query: ListQuery,
  ) {
    return this.logins.listWithoutTickets(scope, { siteId, event, withoutHolds: true }, query);
  }

  @Get('logins/without-tickets-unconfirmed/:siteId/:eventId')
  @ApiOperation({
    summary: 'List logins without purchases for an event',
    description: 'Logins that hold seats are included. The event is named by its id or guid.',
  })
  @Permit('read')
  @Lists(LoginSummaryDto)
  listWithoutTicketsUnconfirmed(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Param('eventId') event: string,
    @Query() query: ListQuery,
  ) {
    return this.logins.listWithoutTickets(scope, { siteId, event, withoutHolds: false }, query);
  }

  @Get('logins/:id')
  @ApiOperation({ summary: 'Get a login with masked secrets' })
  @Permit('write')
  @Returns(LoginDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.logins.get(scope, id);
  }

  @Patch('logins/:id')
  @ApiOperation({ summary: 'Update a login', description: 'Only the fields that are sent change.' })
  @Permit('write')
  @Returns(LoginDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: LoginChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.logins.change(scope, id, change, ifMatch);
  }

  @Delete('logins/:id')
  @ApiOperation({ summary: 'Delete a login and its secrets' })
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.logins.remove(scope, id, ifMatch);
  }

  @Get('logins/:id/client-history')
  @ApiOperation({ summary: "List workers' reports on a login" })
  @Permit('write')
  @Returns(ClientHistoryDto)
  history(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ClientHistoryDto> {
    return this.logins.history(scope, id);
  }

  @Get('logins/:id/client-details')
  @ApiOperation({ summary: "Get a worker's last report on a login" })
  @Permit('write')
  @Returns(ClientDetailsDto)
  details(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ClientDetailsDto> {
    return this.logins.details(scope, id);
  }
}
