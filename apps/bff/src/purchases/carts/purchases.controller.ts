import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PermitAct } from '../../platform/access/permit';
import { ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TicketDto } from '../tickets/tickets.dto';
import { PurchaseRecordDto, ReversalAnswer, ReversalDto } from './carts.dto';
import { ConfirmService } from './confirm.service';
import { Reversals } from './reversals';

/** Purchases that people made at the sites themselves. */
@ApiTags('cart')
@Controller('purchases')
export class PurchasesController {
  constructor(
    private readonly confirming: ConfirmService,
    private readonly reversals: Reversals,
  ) {}

  @Post()
  @ApiOperation({ summary: "Record a purchase of a login's held seats" })
  @PermitAct('pay')
  @Lists(TicketDto)
  @ErrorResponses(404)
  create(@CurrentScope() scope: Scope, @Body() body: PurchaseRecordDto): Promise<TicketDto[]> {
    return this.confirming.purchase(scope, body);
  }

  @Post('reverse')
  @ApiOperation({ summary: 'Reverse records of purchases that were false' })
  @PermitAct('reverseOwn')
  @Returns(ReversalAnswer)
  @ErrorResponses(404)
  reverse(@CurrentScope() scope: Scope, @Body() body: ReversalDto): Promise<ReversalAnswer> {
    return this.reversals.reverse(scope, body);
  }
}
