import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import { sendHot } from '../../platform/http/send-hot';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TicketChangeDto, TicketDto, TicketListQuery } from './tickets.dto';
import { TicketsService, type VersionedTicket } from './tickets.service';

const send = (reply: FastifyReply, { version, ticket }: VersionedTicket): TicketDto =>
  etag(reply, version, ticket);

/** Purchased tickets. */
@ApiTags('tickets')
@Controller('tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  @Permit('read')
  @Lists(TicketDto, { versioned: true })
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: TicketListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return sendHot(reply, await this.tickets.list(scope, query, ifNoneMatch));
  }

  @Get(':id')
  @Permit('read')
  @Answers(TicketDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.tickets.get(scope, id));
  }

  @Put(':id')
  @Permit('write')
  @Answers(TicketDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: TicketChangeDto,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.tickets.change(scope, id, change, ifMatch));
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
    return this.tickets.remove(scope, id, ifMatch);
  }

  @Post(':id/restore')
  @Permit('write')
  @Answers(TicketDto, { versioned: true })
  async restore(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.tickets.restore(scope, id));
  }
}
