import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct, ServiceTokens } from '../../platform/access/permit';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import type { ListResponse } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { Empty, ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { ConfirmAnswer } from '../carts/carts.dto';
import {
  BasketDto,
  ClaimBasketDto,
  ClaimedBasketDto,
  ConfirmBasketDto,
  NextBasketAnswer,
  NextBasketDto,
  PayQueueQuery,
  RevealedSecret,
  RevealSecretDto,
} from './payments.dto';
import { PaymentsService } from './payments.service';

/** Baskets to pay at the sites, the one that expires first at the top; one person pays each. */
@ApiTags('pay-queue')
@Controller('pay-queue')
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @ApiOperation({ summary: 'List baskets to pay, with who pays which' })
  @Permit('read')
  @Lists(BasketDto)
  list(@CurrentScope() scope: Scope, @Query() query: PayQueueQuery): Promise<ListResponse<BasketDto>> {
    return this.payments.list(scope, query);
  }

  @Post('next')
  @ApiOperation({ summary: 'Claim the free basket that expires first' })
  @PermitAct('pay')
  @Returns(NextBasketAnswer)
  next(@CurrentScope() scope: Scope, @Body() body: NextBasketDto): Promise<NextBasketAnswer> {
    return this.payments.next(scope, body);
  }

  @Post(':id/claim')
  @ApiOperation({ summary: 'Claim a basket, or extend your claim' })
  @PermitAct('pay')
  @Returns(ClaimedBasketDto)
  claim(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() body: ClaimBasketDto,
  ): Promise<ClaimedBasketDto> {
    return this.payments.claim(scope, id, body);
  }

  @Post(':id/release')
  @ApiOperation({ summary: 'End your claim of a basket' })
  @PermitAct('pay')
  @Empty()
  release(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<void> {
    return this.payments.release(scope, id);
  }

  @Post(':id/secret')
  @ServiceTokens(false)
  @ApiOperation({ summary: "Reveal a secret of the login of a basket that you've claimed" })
  @PermitAct('pay')
  @IgnoresIdempotencyKey()
  @Returns(RevealedSecret)
  @ErrorResponses(409)
  reveal(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() { which }: RevealSecretDto,
  ): Promise<RevealedSecret> {
    return this.payments.reveal(scope, id, which);
  }

  @Post(':id/confirm')
  @ApiOperation({ summary: 'Record that a basket was paid for' })
  @PermitAct('pay')
  @Returns(ConfirmAnswer)
  confirm(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() body: ConfirmBasketDto,
  ): Promise<ConfirmAnswer> {
    return this.payments.confirm(scope, id, body);
  }
}
