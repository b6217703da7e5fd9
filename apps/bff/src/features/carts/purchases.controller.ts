import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { ErrorResponses, Lists } from '../../platform/http/answers';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { PurchaseInputDto } from '../tasks';
import { TicketDto } from '../tickets';
import { ConfirmService } from './confirm.service';

/** Purchases that people made at the sites themselves. */
@ApiTags('cart')
@Controller('purchases')
export class PurchasesController {
  constructor(private readonly confirming: ConfirmService) {}

  @Post()
  @ApiOperation({ summary: "Record a purchase of a login's held seats" })
  @Permit('write')
  @Lists(TicketDto)
  @ErrorResponses(404)
  create(@CurrentScope() scope: Scope, @Body() body: PurchaseInputDto): Promise<TicketDto[]> {
    return this.confirming.purchase(scope, body);
  }
}
