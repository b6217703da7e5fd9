import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { holderOf, mayAct } from '@tessera/domain';
import { CurrentAccount } from '../../platform/access/caller';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Account } from '../../platform/auth/account';
import { IdParam } from '../../platform/http/parameters';
import { ErrorResponses, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { EventBudgetDto, EventBudgetInput } from '../../purchases';
import { HandOverDto, HandOverQuery } from './hand-over.dto';
import { HandOvers } from './hand-over.service';
import { OnSaleDto, OnSaleHistoryDto, OnSaleHistoryQuery, OnSaleQuery } from './on-sale.dto';
import { OnSaleService } from './on-sale.service';

/** The on-sale room of an event. */
@ApiTags('on-sale')
@Controller('on-sale/:eventId')
export class OnSaleController {
  constructor(
    private readonly onSale: OnSaleService,
    private readonly handOvers: HandOvers,
  ) {}

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

  @Get('hand-over')
  @ApiOperation({
    summary: 'Get the facts of a hand-over note: what happened at an event since an instant',
    description:
      'Purchases by whom, seats that were held and that expired, failures, commands and changes by people, and what is open. ' +
      'Changes of the budget and the event, and pauses, are for those who may read the audit log.',
  })
  @Permit('read')
  @Returns(HandOverDto)
  handOver(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam('eventId') eventId: number,
    @Query() query: HandOverQuery,
  ): Promise<HandOverDto> {
    return this.handOvers.collect(scope, eventId, query, mayAct(holderOf(account), 'readAudit'));
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
