import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../platform/access/permit';
import { ErrorResponses, Returns } from '../../platform/http/responses';
import { SessionDto } from '../auth/auth.dto';
import { type Client, CurrentClient } from '../auth/client';
import { SessionCookie } from '../auth/session-cookie';
import { KnownDevices } from '../auth/throttling/known-devices';
import { PasskeySignInDto } from './passkey-sign-in.dto';
import { PasskeySignInService } from './passkey-sign-in.service';
import { PasskeySignInOptionsDto } from './passkeys.dto';

/** Signing in with a passkey alone. */
@Controller('auth/passkey')
export class PasskeySignInController {
  constructor(
    private readonly passkeys: PasskeySignInService,
    private readonly devices: KnownDevices,
    private readonly cookie: SessionCookie,
  ) {}

  @Post('options')
  @ApiOperation({
    summary: 'Get what the browser asks for a passkey with',
    description:
      'The response is the same for everybody. Without options it says why passkeys are not offered.',
  })
  @Public()
  @Returns(PasskeySignInOptionsDto)
  options(@CurrentClient() client: Client): Promise<PasskeySignInOptionsDto> {
    return this.passkeys.options(client);
  }

  @Post()
  @ApiOperation({
    summary: 'Sign in with a passkey',
    description: 'It counts as both factors: the authenticator verifies its user.',
  })
  @Public()
  @Returns(SessionDto)
  @ErrorResponses(401)
  async signIn(
    @CurrentClient() client: Client,
    @Body() body: PasskeySignInDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    return this.cookie.set(reply, this.devices.setCookie(reply, await this.passkeys.signIn(client, body)));
  }
}
