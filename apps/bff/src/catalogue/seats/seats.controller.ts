import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { EventSeatMapDto, SeatMapQuery } from './seats.dto';
import { SeatsService } from './seats.service';

/** Held and bought seats of events. */
@ApiTags('seats')
@Controller('events')
export class SeatsController {
  constructor(private readonly seats: SeatsService) {}

  @Get(':id/seat-map')
  @ApiOperation({
    summary: "List an event's held and bought seats by area and row",
    description: 'At most 20,000 seats. Lapsed holds and cancelled tickets are left out.',
  })
  @Permit('read')
  @Returns(EventSeatMapDto)
  read(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() query: SeatMapQuery,
  ): Promise<EventSeatMapDto> {
    return this.seats.read(scope, id, query);
  }
}
