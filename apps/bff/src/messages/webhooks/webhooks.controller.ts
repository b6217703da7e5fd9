import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ReplayAnswer,
  ReplayInput,
  WebhookChange,
  WebhookDeliveryDto,
  WebhookDeliveryQuery,
  WebhookDto,
  WebhookInput,
  WebhookListQuery,
  WebhookTestDto,
  WebhookWithSecretDto,
} from './webhooks.dto';
import { WebhooksService } from './webhooks.service';

/** Webhooks, for owners and administrators. */
@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @ApiOperation({ summary: 'List webhooks' })
  @Permit('write')
  @Lists(WebhookDto)
  list(@CurrentScope() scope: Scope, @Query() query: WebhookListQuery) {
    return this.webhooks.list(scope, query);
  }

  @Post()
  @ApiOperation({
    summary: 'Create a webhook',
    description: 'The secret is shown only in this response. A realm has at most 20.',
  })
  @Permit('write')
  @RequiresRecentSignIn()
  @Creates(WebhookWithSecretDto, { versioned: true })
  @IgnoresIdempotencyKey()
  create(@CurrentScope() scope: Scope, @Body() input: WebhookInput) {
    return this.webhooks.create(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a webhook' })
  @Permit('write')
  @Returns(WebhookDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.webhooks.get(scope, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Update a webhook', description: 'Only the fields that are sent change.' })
  @Permit('write')
  @RequiresRecentSignIn(['url'])
  @Returns(WebhookDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: WebhookChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.webhooks.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a webhook',
    description: 'With its messages: those that wait are not sent.',
  })
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.webhooks.remove(scope, id, ifMatch);
  }

  @Post(':id/rotate')
  @ApiOperation({
    summary: "Replace a webhook's secret",
    description: 'Shown only in this response. For 24 hours messages are signed with the former one too.',
  })
  @Permit('write')
  @RequiresRecentSignIn()
  @Returns(WebhookWithSecretDto, { versioned: true })
  @IgnoresIdempotencyKey()
  rotate(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.webhooks.rotate(scope, id);
  }

  @Post(':id/test')
  @ApiOperation({
    summary: 'Send a test to a webhook',
    description: 'At once, with the number 0, also while it is disabled; waits for the answer.',
  })
  @Permit('write')
  @Returns(WebhookTestDto)
  test(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.webhooks.test(scope, id);
  }

  @Get(':id/deliveries')
  @ApiOperation({
    summary: "List a webhook's messages",
    description: 'Newest first: those that wait, and those of the last 30 days.',
  })
  @Permit('write')
  @Lists(WebhookDeliveryDto)
  deliveries(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: WebhookDeliveryQuery) {
    return this.webhooks.listDeliveries(scope, id, query);
  }

  @Post(':id/deliveries/replay')
  @ApiOperation({
    summary: "Send a webhook's messages again",
    description: 'With the same id each, so that a receiver recognises what it has.',
  })
  @Permit('write')
  @Returns(ReplayAnswer)
  replay(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() input: ReplayInput) {
    return this.webhooks.replay(scope, id, input);
  }
}
