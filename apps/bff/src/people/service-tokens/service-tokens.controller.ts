import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import {
  Creates,
  Empty,
  ErrorResponses,
  Lists,
  Returns,
  SupportsIfMatch,
} from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  NewServiceTokenDto,
  ServiceTokenDto,
  ServiceTokenInputDto,
  ServiceTokenListQuery,
} from './service-tokens.dto';
import { ServiceTokensService } from './service-tokens.service';

/** Tokens that machines call the API with, for owners and administrators. */
@ApiTags('service-tokens')
@Controller('service-tokens')
export class ServiceTokensController {
  constructor(private readonly tokens: ServiceTokensService) {}

  @Get()
  @ApiOperation({ summary: 'List service tokens' })
  @Permit('write')
  @Lists(ServiceTokenDto)
  list(@CurrentScope() scope: Scope, @Query() query: ServiceTokenListQuery) {
    return this.tokens.list(scope, query);
  }

  @Post()
  @ApiOperation({ summary: 'Create a service token', description: 'Only this answer contains the token.' })
  @Permit('write')
  @RequiresRecentSignIn()
  @Creates(NewServiceTokenDto, { versioned: true })
  @ErrorResponses(409)
  @IgnoresIdempotencyKey()
  create(@CurrentScope() scope: Scope, @Body() body: ServiceTokenInputDto) {
    return this.tokens.create(scope, body);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a service token' })
  @Permit('write')
  @Returns(ServiceTokenDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.tokens.get(scope, id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Revoke a service token' })
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  revoke(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.tokens.revoke(scope, id, ifMatch);
  }
}
