import { Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { IdParam, IfMatch, IfNoneMatch } from '../../platform/http/parameters';
import { sendHot } from '../../platform/http/send-hot';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CartedTicketDto, CartQuery, ConfirmAnswer, ConfirmDto, GroupQuery, RemovedHolds } from './carts.dto';
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
  @Permit('read')
  @Lists(CartedTicketDto, { versioned: true })
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: CartQuery,
    @IfNoneMatch() ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return sendHot(reply, await this.carts.list(scope, query, ifNoneMatch));
  }

  @Post('confirm')
  @Permit('write')
  @Answers(ConfirmAnswer)
  confirm(@CurrentScope() scope: Scope, @Body() body: ConfirmDto): Promise<ConfirmAnswer> {
    return this.confirming.confirm(scope, body);
  }

  @Get(':id')
  @Permit('read')
  @Answers(CartedTicketDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CartedTicketDto> {
    const { version, answer } = await this.carts.get(scope, id);
    return etag(reply, version, answer);
  }

  @Delete(':id')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.carts.remove(scope, id, ifMatch);
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
