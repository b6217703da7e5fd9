import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam } from '../../platform/http/parameters';
import { ErrorResponses, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { EventBudgetDto, EventBudgetInput } from '../../purchases';
import { OnSaleDto, OnSaleHistoryDto, OnSaleHistoryQuery, OnSaleQuery } from './on-sale.dto';
import { OnSaleService } from './on-sale.service';

/** The on-sale room of an event. */
@ApiTags('on-sale')
@Controller('on-sale/:eventId')
export class OnSaleController {
  constructor(private readonly onSale: OnSaleService) {}

  @Get()
  @ApiOperation({ summary: 'Get everything that the on-sale room shows' })
  @Permit('read')
  @Returns(OnSaleDto)
  get(
    @CurrentScope() scope: Scope,
    @IdParam('eventId') eventId: number,
    @Query() query: OnSaleQuery,
  ): Promise<OnSaleDto> {
    return this.onSale.snapshot(scope, eventId, query);
  }

  @Get('history')
  @ApiOperation({
    summary: 'Get an on-sale over time',
    description: 'Tasks, seats and waiting places at the end of each step, and failed tries by kind.',
  })
  @Permit('read')
  @Returns(OnSaleHistoryDto)
  history(
    @CurrentScope() scope: Scope,
    @IdParam('eventId') eventId: number,
    @Query() query: OnSaleHistoryQuery,
  ): Promise<OnSaleHistoryDto> {
    return this.onSale.history(scope, eventId, query);
  }

  @Put('budget')
  @ApiOperation({
    summary: 'Set what the realm may spend on the event',
    description: 'No worker holds seats beyond it. What people record is recorded all the same, and flagged.',
  })
  @Permit('write')
  @RequiresRecentSignIn()
  @Returns(EventBudgetDto)
  @ErrorResponses(404)
  setBudget(
    @CurrentScope() scope: Scope,
    @IdParam('eventId') eventId: number,
    @Body() input: EventBudgetInput,
  ): Promise<EventBudgetDto> {
    return this.onSale.setBudget(scope, eventId, input);
  }
}
