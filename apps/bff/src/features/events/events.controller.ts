import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers, Creates, Empty, Lists, SupportsIfMatch } from '../../platform/http/answers';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  CountedEventDto,
  EventChange,
  EventDto,
  EventInput,
  EventListQuery,
  EventSeatsDto,
  SiteEventListQuery,
} from './events.dto';
import { EventsService } from './events.service';

/** Events. */
@ApiTags('events')
@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get('events')
  @Permit('read')
  @Lists(EventDto)
  list(@CurrentScope() scope: Scope, @Query() query: EventListQuery) {
    return this.events.list(scope, query);
  }

  @Get('sites/:siteId/events')
  @Permit('read')
  @Lists(CountedEventDto)
  listOfSite(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Query() query: SiteEventListQuery,
  ) {
    return this.events.ofSite(scope, siteId, query);
  }

  @Post('events')
  @Permit('write')
  @Creates(EventDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: EventInput) {
    return this.events.create(scope, input);
  }

  @Get('events/:id')
  @Permit('read')
  @Answers(EventDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.events.get(scope, id);
  }

  /** How far the event is sold through: seats by what has become of them. */
  @Get('events/:id/seats')
  @Permit('read')
  @Answers(EventSeatsDto)
  seats(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<EventSeatsDto> {
    return this.events.seats(scope, id);
  }

  @Patch('events/:id')
  @Permit('write')
  @Answers(EventDto, { versioned: true })
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
