import { Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct, ServiceTokens } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { Empty, ErrorResponses, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { AskedPayersDto, PayersDto, PayersQuery } from './payers.dto';
import { PayersService } from './payers.service';

/** Who pays the baskets of an event. */
@ApiTags('on-sale')
@Controller('on-sale/:eventId/payers')
export class PayersController {
  constructor(private readonly payers: PayersService) {}

  @Get()
  @ApiOperation({
    summary: 'Get who pays the baskets of an event, and whether that is enough',
    description:
      'With how many baskets will expire, and what helps. The pace of a person is theirs alone to see.',
  })
  @Permit('read')
  @Returns(PayersDto)
  get(
    @CurrentScope() scope: Scope,
    @IdParam('eventId') eventId: number,
    @Query() query: PayersQuery,
  ): Promise<PayersDto> {
    return this.payers.get(scope, eventId, query);
  }

  @Put('me')
  @ServiceTokens(false)
  @ApiOperation({ summary: 'Say that you pay the baskets of an event' })
  @PermitAct('pay')
  @Empty()
  @ErrorResponses(404, 409)
  comeOn(@CurrentScope() scope: Scope, @IdParam('eventId') eventId: number): Promise<void> {
    return this.payers.comeOn(scope, eventId);
  }

  @Delete('me')
  @ServiceTokens(false)
  @ApiOperation({ summary: 'Say that you no longer pay the baskets of an event' })
  @PermitAct('pay')
  @Empty()
  @ErrorResponses(404)
  goOff(@CurrentScope() scope: Scope, @IdParam('eventId') eventId: number): Promise<void> {
    return this.payers.goOff(scope, eventId);
  }

  @Post('ask')
  @ServiceTokens(false)
  @ApiOperation({
    summary: 'Ask the others who may pay',
    description: 'Notifies the people who may pay and are not on, at most once in ten minutes.',
  })
  @Permit('read')
  @Returns(AskedPayersDto)
  @ErrorResponses(404, 409)
  ask(
    @CurrentScope() scope: Scope,
    @IdParam('eventId') eventId: number,
    @Query() query: PayersQuery,
  ): Promise<AskedPayersDto> {
    return this.payers.ask(scope, eventId, query);
  }
}
