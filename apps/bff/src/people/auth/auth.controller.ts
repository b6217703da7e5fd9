import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../../platform/access/bearer.guard';
import { CurrentAccount } from '../../platform/access/caller';
import {
  AnySession,
  Public,
  WorksWhenSuspended,
  WorksWithoutSecondFactor,
} from '../../platform/access/permit';
import { WorksInViews } from '../../platform/access/views';
import type { Account } from '../../platform/auth/account';
import { Config } from '../../platform/config/config';
import { Creates, Empty, ErrorResponses, Returns } from '../../platform/http/responses';
import { InvitationOfferDto } from '../invitations/invitations.dto';
import { originOf } from '../single-sign-on/origin';
import { ProviderAddressDto } from '../single-sign-on/sign-on.dto';
import { CredentialsDto, InvitationTokenDto, RegisterDto, SessionDto } from './auth.dto';
import { AuthService } from './auth.service';
import { type Client, CurrentClient } from './client';
import { SessionCookie } from './session-cookie';
import { KnownDevices } from './throttling/known-devices';

@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly devices: KnownDevices,
    private readonly cookie: SessionCookie,
    private readonly config: Config,
  ) {}

  @Post('login')
  @ApiOperation({ summary: 'Sign in' })
  @Public()
  @Returns(SessionDto)
  @ErrorResponses(401, 403)
  async login(
    @CurrentClient() client: Client,
    @Body() body: CredentialsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    return this.cookie.set(reply, this.devices.setCookie(reply, await this.auth.login(client, body)));
  }

  @Post('register')
  @ApiOperation({
    summary: 'Register an account',
    description: 'With an invitation, or without one to wait for a realm.',
  })
  @Public()
  @Creates(SessionDto)
  @ErrorResponses(403)
  async register(
    @CurrentClient() client: Client,
    @Body() body: RegisterDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    return this.cookie.set(reply, this.devices.setCookie(reply, await this.auth.register(client, body)));
  }

  @Post('invitation')
  @ApiOperation({
    summary: 'Get the offer of an invitation',
    description: 'For the page behind the link of an invitation.',
  })
  @Public()
  @Returns(InvitationOfferDto)
  @ErrorResponses(404)
  invitation(
    @CurrentClient() client: Client,
    @Body() { invitation_token }: InvitationTokenDto,
  ): Promise<InvitationOfferDto> {
    return this.auth.invitation(client, invitation_token);
  }

  @Post('refresh')
  @ApiOperation({
    summary: 'Exchange a refresh token for new tokens',
    description:
      'The bearer is the refresh token; the body is empty. The session of a browser needs its cookie `__Host-tessera_…` as well.',
  })
  @Public()
  @ApiBearerAuth('refresh')
  @Returns(SessionDto)
  @ErrorResponses(401)
  refresh(@CurrentClient() client: Client, @Req() request: FastifyRequest): Promise<SessionDto> {
    return this.auth.refresh(client, bearerOf(request));
  }

  @Post('logout')
  @ApiOperation({ summary: 'End the current session' })
  @AnySession()
  @WorksWhenSuspended()
  @WorksInViews()
  @WorksWithoutSecondFactor()
  @Empty()
  @ApiResponse({
    status: 200,
    type: ProviderAddressDto,
    description: 'Done; the identity provider that the session came from is signed out of at this address',
  })
  async logout(
    @CurrentClient() client: Client,
    @CurrentAccount() account: Account,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProviderAddressDto | undefined> {
    const { ownsCookie, providerUrl } = await this.auth.logout(
      client,
      account,
      originOf(this.config, request),
    );
    if (ownsCookie) this.cookie.clear(reply);
    if (providerUrl === null) return undefined;
    void reply.status(200);
    return { url: providerUrl };
  }
}
