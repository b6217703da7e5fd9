import { Body, Controller, Delete, Get, Post, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { Config } from '../../platform/config/config';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { originOf } from './origin';
import {
  IdentityProviderChange,
  IdentityProviderDto,
  IdentityProviderInput,
  IdentityProviderListQuery,
  ProviderImpactDto,
  RealmSignInDto,
  RuleOutcomeDto,
  RuleTrialDto,
} from './providers.dto';
import { ProvidersService } from './providers.service';

/** Identity providers for single sign-on. */
@ApiTags('identity-providers')
@Controller()
export class ProvidersController {
  constructor(
    private readonly config: Config,
    private readonly providers: ProvidersService,
  ) {}

  @Get('identity-providers')
  @ApiOperation({ summary: 'List identity providers' })
  @Permit('admin', 'all')
  @Lists(IdentityProviderDto)
  list(
    @CurrentScope() scope: Scope,
    @Req() request: FastifyRequest,
    @Query() query: IdentityProviderListQuery,
  ) {
    return this.providers.list(scope, query, originOf(this.config, request));
  }

  @Post('identity-providers')
  @ApiOperation({
    summary: 'Add an identity provider',
    description: 'Its configuration is read first: 400 says which part failed.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  // A key would keep a transaction open while the provider is asked.
  @IgnoresIdempotencyKey()
  @Creates(IdentityProviderDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Req() request: FastifyRequest, @Body() input: IdentityProviderInput) {
    return this.providers.create(scope, input, originOf(this.config, request));
  }

  @Post('identity-providers/try')
  @ApiOperation({ summary: 'Try rules on the claims of a token', description: 'Nothing is saved.' })
  @Permit('admin', 'all')
  @Returns(RuleOutcomeDto)
  try(@CurrentScope() scope: Scope, @Body() trial: RuleTrialDto): Promise<RuleOutcomeDto> {
    return this.providers.try(scope, trial);
  }

  @Get('identity-providers/:id')
  @ApiOperation({ summary: 'Get an identity provider' })
  @Permit('admin', 'all')
  @Returns(IdentityProviderDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @Req() request: FastifyRequest, @IdParam() id: number) {
    return this.providers.get(scope, id, originOf(this.config, request));
  }

  @Get('identity-providers/:id/impact')
  @ApiOperation({ summary: 'Preview what disabling or deleting an identity provider would end' })
  @Permit('admin', 'all')
  @Returns(ProviderImpactDto)
  impact(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ProviderImpactDto> {
    return this.providers.impact(scope, id);
  }

  @Put('identity-providers/:id')
  @ApiOperation({
    summary: 'Update an identity provider',
    description:
      'Only the fields that are sent change. Changed addresses are tried first. Disabling ends the sessions that were begun through it.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(IdentityProviderDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @Req() request: FastifyRequest,
    @IdParam() id: number,
    @Body() change: IdentityProviderChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.providers.change(scope, id, change, { ifMatch, origin: originOf(this.config, request) });
  }

  @Delete('identity-providers/:id')
  @ApiOperation({
    summary: 'Delete an identity provider',
    description: 'Its links go with it, and the sessions that were begun through it end; the accounts stay.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.providers.remove(scope, id, ifMatch);
  }

  @Get('realm-sign-in')
  @ApiOperation({ summary: "Get how the people of the caller's realm sign in" })
  @Permit('write')
  @Returns(RealmSignInDto)
  realmSignIn(@CurrentScope() scope: Scope): Promise<RealmSignInDto> {
    return this.providers.realmSignIn(scope);
  }
}
