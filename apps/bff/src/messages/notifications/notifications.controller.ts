import { Body, Controller, Get, Headers, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { ListQuery } from '../../platform/http/list-query';
import { IdParam } from '../../platform/http/parameters';
import { Empty, ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  DeliveryDto,
  DeliveryListQuery,
  DismissInput,
  NotificationDto,
  NotificationListQuery,
  ReadInput,
  SendAnswer,
  SendInput,
  SubscribeInput,
  SubscriptionDto,
  UnreadDto,
  VapidKeyDto,
} from './notifications.dto';
import { NotificationsService } from './notifications.service';
import { SendingService } from './sending.service';
import { SubscriptionsService } from './subscriptions.service';

/** The caller's notifications and devices, and sending notifications. */
@ApiTags('notifications')
@Controller('notifications')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly sending: SendingService,
  ) {}

  @Get()
  @ApiOperation({ summary: "List the caller's notifications" })
  @AnySession()
  @Lists(NotificationDto)
  list(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Query() query: NotificationListQuery,
  ) {
    return this.notifications.list(scope, account, query);
  }

  @Get('deliveries')
  @ApiOperation({
    summary: "List deliveries to the caller's devices",
    description: 'Each entry is one attempt to reach a device.',
  })
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
  @ApiOperation({ summary: "List the caller's subscribed browsers" })
  @AnySession()
  @Lists(SubscriptionDto)
  devices(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @Query() query: ListQuery) {
    return this.subscriptions.list(scope, account, query);
  }

  @Get('subscriptions/:id')
  @ApiOperation({ summary: "Get one of the caller's subscribed browsers" })
  @AnySession()
  @Returns(SubscriptionDto, { versioned: true })
  device(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @IdParam() id: number) {
    return this.subscriptions.get(scope, account, id);
  }

  @Post('subscribe')
  @ApiOperation({
    summary: 'Subscribe a browser to push messages',
    description: 'A subscription with the same endpoint is updated.',
  })
  @AnySession()
  @Returns(SubscriptionDto, { versioned: true })
  subscribe(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() input: SubscribeInput,
    @Headers('user-agent') userAgent: string | undefined,
  ) {
    return this.subscriptions.subscribe(scope, account, input, userAgent ?? null);
  }

  @Post('unsubscribe/:id')
  @ApiOperation({ summary: 'End a subscription' })
  @AnySession()
  @Empty()
  unsubscribe(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
  ): Promise<void> {
    return this.subscriptions.unsubscribe(scope, account, id);
  }

  @Post('send')
  @ApiOperation({
    summary: 'Send a notification',
    description:
      'All users can test their own devices, owners can notify their realm, and administrators any realm or everybody.',
  })
  @AnySession()
  @Returns(SendAnswer)
  @ErrorResponses(403, 404)
  send(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() input: SendInput,
  ): Promise<SendAnswer> {
    return this.sending.send(scope, account, input);
  }

  @Post('read')
  @ApiOperation({ summary: "Mark the caller's notifications as read" })
  @AnySession()
  @Returns(UnreadDto)
  read(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() { ids }: ReadInput,
  ): Promise<UnreadDto> {
    return this.notifications.read(scope, account, ids);
  }

  @Post('dismiss')
  @ApiOperation({
    summary: "Remove some of the caller's notifications from the inbox",
    description: 'What happens from then on begins a new one. `POST /notifications/restore` undoes it.',
  })
  @AnySession()
  @Returns(UnreadDto)
  dismiss(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() { ids }: DismissInput,
  ): Promise<UnreadDto> {
    return this.notifications.setDismissed(scope, account, ids, true);
  }

  @Post('restore')
  @ApiOperation({ summary: "Return some of the caller's dismissed notifications to the inbox" })
  @AnySession()
  @Returns(UnreadDto)
  restore(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() { ids }: DismissInput,
  ): Promise<UnreadDto> {
    return this.notifications.setDismissed(scope, account, ids, false);
  }

  @Get(':id')
  @ApiOperation({ summary: "Get one of the caller's notifications" })
  @AnySession()
  @Returns(NotificationDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @IdParam() id: number) {
    return this.notifications.get(scope, account, id);
  }
}

/** The public key for web push subscriptions. */
@ApiTags('notifications')
@Controller('vapid-public-key')
export class VapidKeyController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Get()
  @ApiOperation({ summary: 'Get the public key for push subscriptions' })
  @AnySession()
  @Returns(VapidKeyDto)
  get(): VapidKeyDto {
    return { public_key: this.subscriptions.publicKey() };
  }
}
