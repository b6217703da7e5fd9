import { Body, Controller, Delete, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
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

const send = (reply: FastifyReply, { version, answer }: Found<EventDto>): EventDto =>
  etag(reply, version, answer);

/** Events. */
@ApiTags('events')
@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get('events')
  @Permit('read')
  @Lists(EventDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: EventListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.events.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Get('sites/:siteId/events')
  @Permit('read')
  @Lists(CountedEventDto)
  async listOfSite(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Query() query: SiteEventListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.events.ofSite(scope, siteId, query);
    return sendPage(reply, pagination, page);
  }

  @Post('events')
  @Permit('write')
  @Creates(EventDto)
  async create(
    @CurrentScope() scope: Scope,
    @Body() input: EventInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.events.create(scope, input));
  }

  @Get('events/:id')
  @Permit('read')
  @Answers(EventDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.events.get(scope, id));
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
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: EventChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.events.change(scope, id, change, ifMatch));
  }

  @Delete('events/:id')
  @Permit('admin', 'all')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.events.remove(scope, id, ifMatch);
  }
}
