import { Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Empty, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CartedTicketDto, CartQuery, ConfirmAnswer, ConfirmDto, GroupQuery, RemovedHolds } from './carts.dto';
import { CartsService } from './carts.service';
import { ConfirmService } from './confirm.service';

/** The cart: seats held at the sites, which a person pays there (contract section 6). */
@ApiTags('cart')
@Controller('carted-tickets')
export class CartsController {
  constructor(
    private readonly carts: CartsService,
    private readonly confirming: ConfirmService,
  ) {}

  @Get()
  @Permit('read')
  @Lists(CartedTicketDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: CartQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { asked, page } = await this.carts.list(scope, query);
    return sendPage(reply, asked, page);
  }

  @Post('confirm')
  @Permit('write')
  @Answers(ConfirmAnswer)
  confirm(@CurrentScope() scope: Scope, @Body() body: ConfirmDto): Promise<ConfirmAnswer> {
    return this.confirming.confirm(scope, body.ticket_ids);
  }

  @Get(':id')
  @Permit('read')
  @Answers(CartedTicketDto)
  get(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<CartedTicketDto> {
    return this.carts.get(scope, id);
  }

  @Delete(':id')
  @Permit('write')
  @Empty()
  remove(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<void> {
    return this.carts.remove(scope, id);
  }

  @Delete('group/:taskId/:loginId')
  @Permit('write')
  @Answers(RemovedHolds)
  removeGroup(
    @CurrentScope() scope: Scope,
    @IdParam('taskId') taskId: number,
    @IdParam('loginId') loginId: number,
    @Query() query: GroupQuery,
  ): Promise<RemovedHolds> {
    return this.carts.removeGroup(scope, taskId, loginId, query);
  }
}
