import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import { Empty, ListsCached, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TicketChangeDto, TicketDto, TicketListQuery, TicketSumsDto } from './tickets.dto';
import { TicketsService } from './tickets.service';

/** Purchased tickets. */
@ApiTags('tickets')
@Controller('tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  @ApiOperation({ summary: 'List purchased tickets' })
  @Permit('read')
  @ListsCached(TicketDto)
  list(
    @CurrentScope() scope: Scope,
    @Query() query: TicketListQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.tickets.list(scope, query, ifNoneMatch);
  }

  @Get('sums')
  @ApiOperation({ summary: 'Sum purchased tickets by currency and event, with the filters of their list' })
  @Permit('read')
  @Returns(TicketSumsDto)
  sums(@CurrentScope() scope: Scope, @Query() query: TicketListQuery): Promise<TicketSumsDto> {
    return this.tickets.sums(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a purchased ticket' })
  @Permit('read')
  @Returns(TicketDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.tickets.get(scope, id);
  }

  @Put(':id')
  @ApiOperation({ summary: "Update a ticket's status or reference" })
  @Permit('write')
  @Returns(TicketDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: TicketChangeDto,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.tickets.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a ticket from the list' })
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.tickets.remove(scope, id, ifMatch);
  }

  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore a ticket deleted in the last 30 days' })
  @Permit('write')
  @Returns(TicketDto, { versioned: true })
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.tickets.restore(scope, id);
  }
}
