import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { WaitingPlacesDto, WaitingPlacesQuery } from './waiting-places.dto';
import { WaitingPlacesService } from './waiting-places.service';

/** The waiting places of an event. */
@ApiTags('on-sale')
@Controller('on-sale')
export class WaitingPlacesController {
  constructor(private readonly places: WaitingPlacesService) {}

  @Get(':eventId/positions')
  @ApiOperation({
    summary: 'List the waiting places of an event with their positions over time',
    description: 'Live Queue-it links, and tasks in the waiting room that have none.',
  })
  @Permit('read')
  @Returns(WaitingPlacesDto)
  positions(
    @CurrentScope() scope: Scope,
    @IdParam('eventId') eventId: number,
    @Query() query: WaitingPlacesQuery,
  ): Promise<WaitingPlacesDto> {
    return this.places.list(scope, eventId, query);
  }
}
