import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { SeatBalance } from '../seats/seat-balance';
import {
  CountedEventDto,
  EventChange,
  EventDto,
  EventInput,
  EventListQuery,
  SiteEventListQuery,
} from './events.dto';
import { EventsService } from './events.service';

@ApiTags('events')
@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get('events')
  @ApiOperation({ summary: 'List events' })
  @Permit('read')
  @Lists(EventDto)
  list(@CurrentScope() scope: Scope, @Query() query: EventListQuery) {
    return this.events.list(scope, query);
  }

  @Get('sites/:siteId/events')
  @ApiOperation({ summary: "List a site's events" })
  @Permit('read')
  @Lists(CountedEventDto)
  listOfSite(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Query() query: SiteEventListQuery,
  ) {
    return this.events.listOfSite(scope, siteId, query);
  }

  @Post('events')
  @ApiOperation({ summary: 'Create an event' })
  @Permit('write')
  @RequiresRecentSignIn(['max_per_customer'])
  @Creates(EventDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: EventInput) {
    return this.events.create(scope, input);
  }

  @Get('events/:id')
  @ApiOperation({ summary: 'Get an event' })
  @Permit('read')
  @Returns(EventDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.events.get(scope, id);
  }

  @Get('events/:id/seats')
  @ApiOperation({ summary: "Count an event's seats by what became of them" })
  @Permit('read')
  @Returns(SeatBalance)
  seats(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<SeatBalance> {
    return this.events.countSeats(scope, id);
  }

  @Patch('events/:id')
  @ApiOperation({ summary: 'Update an event', description: 'Only the fields that are sent change.' })
  @Permit('write')
  @RequiresRecentSignIn(['max_per_customer'])
  @Returns(EventDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: EventChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.events.change(scope, id, change, ifMatch);
  }

  @Delete('events/:id')
  @ApiOperation({ summary: 'Delete an unused event' })
  @Permit('admin', 'all')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.events.remove(scope, id, ifMatch);
  }
}
