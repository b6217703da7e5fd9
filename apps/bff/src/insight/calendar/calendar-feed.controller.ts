import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Post,
  Put,
  Req,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, Public, WorksWhenSuspended } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Account } from '../../platform/auth/account';
import { Config } from '../../platform/config/config';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { Creates, Empty, ErrorResponses, Returns } from '../../platform/http/responses';
import { type Tagged, TaggedInterceptor } from '../../platform/http/tagged.interceptor';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CalendarSettingsDto, FeedInput, NewFeedDto, RemindersDto, RemindersInput } from './calendar.dto';
import { CalendarFeeds } from './calendar-feed.service';
import { CalendarSettings } from './calendar-settings.service';

/** The caller's reminders and feed, and the feeds themselves. */
@ApiTags('calendar')
@Controller('calendar')
@WorksWhenSuspended()
export class CalendarFeedController {
  constructor(
    private readonly settings: CalendarSettings,
    private readonly feeds: CalendarFeeds,
    private readonly config: Config,
  ) {}

  @Get('settings')
  @ApiOperation({ summary: "Get the caller's reminders and calendar feed" })
  @AnySession()
  @Returns(CalendarSettingsDto)
  read(@CurrentScope() scope: Scope, @CurrentAccount() account: Account): Promise<CalendarSettingsDto> {
    return this.settings.read(scope, account);
  }

  @Put('reminders')
  @ApiOperation({ summary: 'Set when the caller is reminded of on-sales' })
  @AnySession()
  @Returns(RemindersDto)
  setReminders(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() body: RemindersInput,
  ): Promise<RemindersDto> {
    return this.settings.setReminders(scope, account, body);
  }

  @Post('feed')
  @ApiOperation({
    summary: "Create the address of the caller's calendar feed",
    description: 'The address is shown only in this response. It replaces an earlier one, which ends.',
  })
  @AnySession()
  @RequiresRecentSignIn()
  @IgnoresIdempotencyKey()
  @Creates(NewFeedDto)
  createFeed(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() body: FeedInput,
  ): Promise<NewFeedDto> {
    return this.settings.createFeed(scope, account, body);
  }

  @Delete('feed')
  @ApiOperation({ summary: "Revoke the address of the caller's calendar feed" })
  @AnySession()
  @Empty()
  @ErrorResponses(404)
  revokeFeed(@CurrentScope() scope: Scope, @CurrentAccount() account: Account): Promise<void> {
    return this.settings.revokeFeed(scope, account);
  }

  /** Read by calendar programs, without a session: not part of the API. */
  @Get('feed/:file')
  @ApiExcludeEndpoint()
  @Public()
  @Header('Content-Type', 'text/calendar; charset=utf-8')
  @Header('Content-Disposition', 'inline; filename="tessera.ics"')
  @Header('Cache-Control', 'private, no-cache')
  @UseInterceptors(TaggedInterceptor)
  feed(@Param('file') file: string, @Req() { protocol, host }: FastifyRequest): Promise<Tagged> {
    return this.feeds.read(file, this.config.publicOrigin ?? `${protocol}://${host}`);
  }
}
