import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../../platform/access/bearer';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, Public, WorksWhenSuspended } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { Answers, Creates, Empty, Refuses } from '../../platform/http/answers';
import { InvitationOfferDto } from '../invitations/invitations.dto';
import { CredentialsDto, InvitationTokenDto, RegisterDto, SessionDto } from './auth.dto';
import { AuthService } from './auth.service';
import { type Client, CurrentClient } from './client';
import { KnownDevices } from './throttling/known-devices';

@Controller('auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly devices: KnownDevices,
  ) {}

  @Post('login')
  @Public()
  @Answers(SessionDto)
  @Refuses(401)
  async login(
    @CurrentClient() client: Client,
    @Body() body: CredentialsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    const session = await this.auth.login(client, body);
    this.devices.remember(reply, client, session.user.id);
    return session;
  }

  @Post('register')
  @Public()
  @Creates(SessionDto)
  @Refuses(403)
  async register(
    @CurrentClient() client: Client,
    @Body() body: RegisterDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    const session = await this.auth.register(client, body);
    this.devices.remember(reply, client, session.user.id);
    return session;
  }

  /** What an invitation offers, for the page that its link opens. */
  @Post('invitation')
  @Public()
  @Answers(InvitationOfferDto)
  @Refuses(404)
  invitation(
    @CurrentClient() client: Client,
    @Body() { invitation_token }: InvitationTokenDto,
  ): Promise<InvitationOfferDto> {
    return this.auth.invitation(client, invitation_token);
  }

  /** Its bearer is the refresh token; no body. */
  @Post('refresh')
  @Public()
  @ApiBearerAuth('refresh')
  @Answers(SessionDto)
  @Refuses(401)
  refresh(@CurrentClient() client: Client, @Req() request: FastifyRequest): Promise<SessionDto> {
    return this.auth.refresh(client, bearerOf(request));
  }

  @Post('logout')
  @AnySession()
  @WorksWhenSuspended()
  @Empty()
  logout(@CurrentClient() client: Client, @CurrentAccount() account: Account): Promise<void> {
    return this.auth.logout(client, account);
  }
}
