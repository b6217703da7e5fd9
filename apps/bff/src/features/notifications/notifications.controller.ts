import { Body, Controller, Get, Headers, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { Answers, Empty, Lists, Refuses } from '../../platform/http/answers';
import { ListQuery } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  DeliveryDto,
  DeliveryListQuery,
  NotificationDto,
  NotificationListQuery,
  ReadInput,
  SendAnswer,
  SendInput,
  SubscribeInput,
  SubscriptionDto,
  UnreadDto,
} from './notifications.dto';
import { NotificationsService } from './notifications.service';
import { SendingService } from './sending.service';
import { SubscriptionsService } from './subscriptions.service';

/** Messages and web push: everybody's own, and what people send. */
@ApiTags('notifications')
@Controller('notifications')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly sending: SendingService,
  ) {}

  @Get()
  @AnySession()
  @Lists(NotificationDto)
  list(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Query() query: NotificationListQuery,
  ) {
    return this.notifications.list(scope, account, query);
  }

  /** Every attempt to reach a device of the caller's. */
  @Get('deliveries')
  @AnySession()
  @Lists(DeliveryDto)
  deliveries(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Query() query: DeliveryListQuery,
  ) {
    return this.notifications.deliveries(scope, account, query);
  }

  @Get('subscriptions')
  @AnySession()
  @Lists(SubscriptionDto)
  devices(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @Query() query: ListQuery) {
    return this.subscriptions.list(scope, account, query);
  }

  @Get('subscriptions/:id')
  @AnySession()
  @Answers(SubscriptionDto, { versioned: true })
  device(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @IdParam() id: number) {
    return this.subscriptions.get(scope, account, id);
  }

  /** Upserts by endpoint. */
  @Post('subscribe')
  @AnySession()
  @Answers(SubscriptionDto, { versioned: true })
  subscribe(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() input: SubscribeInput,
    @Headers('user-agent') userAgent: string | undefined,
  ) {
    return this.subscriptions.subscribe(scope, account, input, userAgent ?? null);
  }

  @Post('unsubscribe/:id')
  @AnySession()
  @Empty()
  unsubscribe(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
  ): Promise<void> {
    return this.subscriptions.unsubscribe(scope, account, id);
  }

  /** Everybody tests their own devices; owners tell their realm, administrators any or all. */
  @Post('send')
  @AnySession()
  @Answers(SendAnswer)
  @Refuses(403, 404)
  send(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() input: SendInput,
  ): Promise<SendAnswer> {
    return this.sending.send(scope, account, input);
  }

  /** Marks messages as read. */
  @Post('read')
  @AnySession()
  @Answers(UnreadDto)
  read(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() { ids }: ReadInput,
  ): Promise<UnreadDto> {
    return this.notifications.read(scope, account, ids);
  }

  @Get(':id')
  @AnySession()
  @Answers(NotificationDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @IdParam() id: number) {
    return this.notifications.get(scope, account, id);
  }
}
