import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, WorksWhenSuspended, WorksWithoutSecondFactor } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Account } from '../../platform/auth/account';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IfMatch } from '../../platform/http/parameters';
import { Empty, ErrorResponses, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { MeDto, SessionDto, toMe, viewingOf } from '../auth/auth.dto';
import { AuthService } from '../auth/auth.service';
import { type Client, CurrentClient } from '../auth/client';
import { Reauthentication } from '../auth/reauthentication';
import { SessionCookie } from '../auth/session-cookie';
import { PasskeyOptionsDto } from '../passkeys/passkeys.dto';
import { OwnSessionDto, PasswordChangeDto, ProfileDto, ReauthenticationDto } from './me.dto';
import { MeService } from './me.service';
import type { PreferencesData } from './preferences.repository';

const preferences = { type: 'object', additionalProperties: true, example: { theme: 'dark' } } as const;

@Controller('me')
@WorksWhenSuspended()
@WorksWithoutSecondFactor()
export class MeController {
  constructor(
    private readonly me: MeService,
    private readonly auth: AuthService,
    private readonly reauthentication: Reauthentication,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the signed-in user' })
  @AnySession()
  @Returns(MeDto, { versioned: true })
  async get(@CurrentScope() scope: Scope, @CurrentAccount() account: Account) {
    const row = await this.me.profile(scope, account);
    return { version: row.version, row: toMe(row, viewingOf(account)) };
  }

  @Patch()
  @ApiOperation({
    summary: "Update the caller's profile",
    description: 'Only the fields that are sent change.',
  })
  @AnySession()
  @SupportsIfMatch()
  @Returns(MeDto, { versioned: true })
  async update(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() body: ProfileDto,
    @IfMatch() ifMatch: string | undefined,
  ) {
    const row = await this.me.change(scope, account, body, ifMatch);
    return { version: row.version, row: toMe(row) };
  }

  @Post('password')
  @ApiOperation({
    summary: "Change the caller's password",
    description: 'Ends all sessions of the user and returns a new one.',
  })
  @AnySession()
  @IgnoresIdempotencyKey()
  @Returns(SessionDto)
  async password(
    @CurrentClient() client: Client,
    @CurrentAccount() account: Account,
    @Body() body: PasswordChangeDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    const { current_password, new_password } = body;
    return this.cookie.set(
      reply,
      await this.auth.changePassword(client, account, current_password, new_password),
    );
  }

  @Post('reauthenticate')
  @ApiOperation({
    summary: 'Confirm the identity of the current session',
    description: 'Counts as a recent sign-in of this session, which some routes require.',
  })
  @AnySession()
  @IgnoresIdempotencyKey()
  @Empty()
  reauthenticate(
    @CurrentScope() scope: Scope,
    @CurrentClient() client: Client,
    @CurrentAccount() account: Account,
    @Body() body: ReauthenticationDto,
  ): Promise<void> {
    return this.reauthentication.reauthenticate(scope, client, account, body);
  }

  @Post('reauthenticate/options')
  @ApiOperation({ summary: "Get what the browser asks for one of the caller's passkeys with" })
  @AnySession()
  @IgnoresIdempotencyKey()
  @Returns(PasskeyOptionsDto)
  @ErrorResponses(409)
  passkeyOptions(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
  ): Promise<PasskeyOptionsDto> {
    return this.reauthentication.passkeyOptions(scope, account);
  }

  @Get('sessions')
  @ApiOperation({ summary: "List the caller's sessions" })
  @AnySession()
  @Lists(OwnSessionDto)
  sessions(@CurrentScope() scope: Scope, @CurrentAccount() account: Account) {
    return this.me.sessions(scope, account);
  }

  @Delete('sessions/:id')
  @ApiOperation({ summary: "End one of the caller's sessions" })
  @AnySession()
  @RequiresRecentSignIn()
  @Empty()
  endSession(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Param('id') id: string,
  ): Promise<void> {
    return this.me.endSession(scope, account, id);
  }

  @Get('preferences')
  @ApiOperation({ summary: "Get the caller's preferences" })
  @AnySession()
  @ApiResponse({ status: 200, schema: preferences })
  preferences(@CurrentScope() scope: Scope, @CurrentAccount() account: Account): Promise<PreferencesData> {
    return this.me.preferences(scope, account);
  }

  @Put('preferences')
  @ApiOperation({
    summary: "Set the caller's preferences",
    description: 'Only the preferences that are sent change.',
  })
  @AnySession()
  @ApiBody({ schema: preferences })
  @ApiResponse({ status: 200, schema: preferences })
  setPreferences(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() body: unknown,
  ): Promise<PreferencesData> {
    return this.me.setPreferences(scope, account, body);
  }
}
