import { Body, Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentAccount } from '../../platform/access/caller';
import {
  AnySession,
  Public,
  WorksWhenSuspended,
  WorksWithoutSecondFactor,
} from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Account } from '../../platform/auth/account';
import { Config } from '../../platform/config/config';
import { ApiError } from '../../platform/errors/api-error';
import { AcceptsForms } from '../../platform/http/forms';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IdParam } from '../../platform/http/parameters';
import { Empty, ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { SessionDto } from '../auth/auth.dto';
import { type Client, CurrentClient } from '../auth/client';
import { SessionCookie } from '../auth/session-cookie';
import { KnownDevices } from '../auth/throttling/known-devices';
import { AttemptCookie } from './attempt-cookie';
import { LinkedIdentities } from './linked-identities';
import { originOf } from './origin';
import {
  CodeDto,
  LinkDto,
  LogoutTokenDto,
  OfferedProviderDto,
  OfferQuery,
  ProviderAddressDto,
  ProviderVisitDto,
  StartQuery,
  WaysInDto,
} from './sign-on.dto';
import { type Returned, SignOnService } from './sign-on.service';

/** The page of the shell that a browser comes back to. What it needs is in the fragment, which no server sees. */
const PAGE = '/auth/sso';

const pageOf = (returned: Returned): string => `${PAGE}#${new URLSearchParams(returned).toString()}`;

/** Single sign-on through identity providers. */
@ApiTags('single-sign-on')
@Controller()
export class SignOnController {
  constructor(
    private readonly config: Config,
    private readonly signOn: SignOnService,
    private readonly linked: LinkedIdentities,
    private readonly attemptCookie: AttemptCookie,
    private readonly devices: KnownDevices,
    private readonly sessionCookie: SessionCookie,
  ) {}

  @Get('auth/providers')
  @ApiOperation({
    summary: 'List the identity providers that the sign-in page offers',
    description: 'The response depends on the domain alone, so that it says nothing about an address.',
  })
  @Public()
  @Lists(OfferedProviderDto)
  offers(@CurrentClient() client: Client, @Query() { email }: OfferQuery) {
    return this.signOn.offers(client, email);
  }

  /** For browsers, which it redirects: not part of the API. Sets the cookie without which nobody finishes what this begins. */
  @Get('auth/sso/:provider/start')
  @ApiExcludeEndpoint()
  @Public()
  async start(
    @CurrentClient() client: Client,
    @Req() request: FastifyRequest,
    @IdParam('provider') provider: number,
    @Query() { to }: StartQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const cookie = this.attemptCookie.valueFor(client);
    const address = await this.signOn
      .start(
        client,
        provider,
        { purpose: 'sign_in', sessionId: null, to },
        { origin: originOf(this.config, request), cookie },
      )
      .then(({ url }) => url)
      .catch((error: unknown) => pageOf({ to: '/dashboard', fault: faultOf(error) }));
    this.attemptCookie.set(reply, cookie);
    await reply.redirect(address, 302);
  }

  /** Where providers send browsers back to. Leads to the page that exchanges a code of one minute for the session. */
  @Get('auth/sso/callback')
  @ApiExcludeEndpoint()
  @Public()
  async callback(
    @CurrentClient() client: Client,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const callback = new URL(request.url, originOf(this.config, request));
    const returned = await this.signOn
      .finish(client, callback, this.attemptCookie.read(client))
      .catch((error: unknown): Returned => ({ to: '/dashboard', fault: faultOf(error) }));
    await reply.redirect(pageOf(returned), 302);
  }

  @Post('auth/sso/session')
  @ApiOperation({
    summary: 'Exchange the code of a single sign-on for a session',
    description: 'In the browser that began it, within a minute and once.',
  })
  @Public()
  @Returns(SessionDto)
  @ErrorResponses(401, 403)
  async session(
    @CurrentClient() client: Client,
    @Body() { code }: CodeDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    const signedIn = await this.signOn.exchange(client, code, this.attemptCookie.read(client));
    return this.sessionCookie.set(reply, this.devices.setCookie(reply, signedIn));
  }

  @Post('auth/sso/link')
  @ApiOperation({
    summary: 'Link an account to an identity by its password, and sign in',
    description: 'After 409 LINK_NEEDED, with the same code.',
  })
  @Public()
  @Returns(SessionDto)
  @ErrorResponses(401, 403)
  async link(
    @CurrentClient() client: Client,
    @Body() body: LinkDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    const signedIn = await this.signOn.link(client, body, this.attemptCookie.read(client));
    return this.sessionCookie.set(reply, this.devices.setCookie(reply, signedIn));
  }

  @Post('auth/sso/:provider/backchannel-logout')
  @ApiOperation({
    summary: 'End sessions that an identity provider has ended',
    description: 'For identity providers: OpenID Connect Back-Channel Logout 1.0.',
  })
  @Public()
  @AcceptsForms(LogoutTokenDto)
  @Empty()
  logout(
    @CurrentClient() client: Client,
    @IdParam('provider') provider: number,
    @Body() { logout_token }: LogoutTokenDto,
  ): Promise<void> {
    return this.signOn.endByProvider(client, provider, logout_token);
  }

  @Get('me/ways-in')
  @ApiOperation({ summary: 'Get how the caller signs in' })
  @AnySession()
  @WorksWithoutSecondFactor()
  @Returns(WaysInDto)
  waysIn(@CurrentScope() scope: Scope, @CurrentAccount() account: Account): Promise<WaysInDto> {
    return this.linked.waysIn(scope, account);
  }

  @Post('me/single-sign-on/:provider')
  @ApiOperation({
    summary: "Get a provider's address, to link an identity or to confirm one's own",
    description: 'Confirming counts as a recent sign-in of the session. Linking needs one.',
  })
  @AnySession()
  @WorksWhenSuspended()
  @RequiresRecentSignIn({ purpose: 'link' })
  @IgnoresIdempotencyKey()
  @Returns(ProviderAddressDto)
  async visit(
    @CurrentClient() client: Client,
    @CurrentAccount() account: Account,
    @Req() request: FastifyRequest,
    @IdParam('provider') provider: number,
    @Body() { purpose, to }: ProviderVisitDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProviderAddressDto> {
    const cookie = this.attemptCookie.valueFor(client);
    const origin = originOf(this.config, request);
    const { url } = await this.signOn.visit(client, account, provider, { purpose, to, origin, cookie });
    this.attemptCookie.set(reply, cookie);
    return { url };
  }

  @Delete('me/linked-identities/:id')
  @ApiOperation({
    summary: 'Unlink an identity of the caller',
    description: 'Ends the sessions that came from it but this one; 409 when it is the only way in.',
  })
  @AnySession()
  @WorksWhenSuspended()
  @RequiresRecentSignIn()
  @Empty()
  unlink(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
  ): Promise<void> {
    return this.linked.unlink(scope, account, id);
  }
}

/** What the page shows for a failure that isn't the provider's answer. */
function faultOf(error: unknown): 'EXPIRED' | 'UNREACHABLE' | 'TOO_MANY' {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'RATE_LIMIT') return 'TOO_MANY';
  if (error.code === 'UNAVAILABLE') return 'UNREACHABLE';
  if (error.code === 'NOT_FOUND') return 'EXPIRED';
  throw error;
}
