import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../../platform/access/permit';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import { Empty, ListsCached, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  CartedTicketDto,
  CartQuery,
  ConfirmAnswer,
  ConfirmDto,
  GroupQuery,
  RemovalQuery,
  RemovedHolds,
} from './carts.dto';
import { CartsService } from './carts.service';
import { ConfirmService } from './confirm.service';

/** The cart: seats held at the sites, which a person pays there. */
@ApiTags('cart')
@Controller('carted-tickets')
export class CartsController {
  constructor(
    private readonly carts: CartsService,
    private readonly confirming: ConfirmService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List held seats' })
  @Permit('read')
  @ListsCached(CartedTicketDto)
  list(
    @CurrentScope() scope: Scope,
    @Query() query: CartQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
  ) {
    return this.carts.list(scope, query, ifNoneMatch);
  }

  @Post('confirm')
  @ApiOperation({ summary: 'Record that held seats were paid for' })
  @PermitAct('pay')
  @Returns(ConfirmAnswer)
  confirm(@CurrentScope() scope: Scope, @Body() body: ConfirmDto): Promise<ConfirmAnswer> {
    return this.confirming.confirm(scope, body);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a held seat' })
  @Permit('read')
  @Returns(CartedTicketDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.carts.get(scope, id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Remove a held seat' })
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() { override }: RemovalQuery,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.carts.remove(scope, id, { override, ifMatch });
  }

  @Delete('group/:taskId/:loginId')
  @ApiOperation({ summary: "Remove a task's held seats of one login" })
  @Permit('write')
  @Returns(RemovedHolds)
  removeGroup(
    @CurrentScope() scope: Scope,
    @IdParam('taskId') taskId: number,
    @IdParam('loginId') loginId: number,
    @Query() query: GroupQuery,
  ): Promise<RemovedHolds> {
    return this.carts.removeGroup(scope, taskId, loginId, query);
  }
}
