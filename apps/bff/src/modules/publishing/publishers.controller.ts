import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ModuleKeyDto,
  ModuleKeyInput,
  ModulePublisherChange,
  ModulePublisherDto,
  ModulePublisherInput,
  ModulePublisherQuery,
  ModuleTokenInput,
  NewModuleTokenDto,
} from './publishers.dto';
import { PublishersService } from './publishers.service';

/** The teams that may publish modules, for administrators. */
@ApiTags('modules')
@Controller('modules/publishers')
export class ModulePublishersController {
  constructor(private readonly publishers: PublishersService) {}

  @Get()
  @ApiOperation({ summary: 'List publishers of modules with their keys and tokens' })
  @Permit('admin', 'all')
  @Lists(ModulePublisherDto)
  list(@CurrentScope() scope: Scope, @Query() query: ModulePublisherQuery) {
    return this.publishers.list(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a publisher with its keys and tokens' })
  @Permit('admin', 'all')
  @Returns(ModulePublisherDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.publishers.get(scope, id);
  }

  @Post()
  @ApiOperation({ summary: 'Create a publisher of modules' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(ModulePublisherDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() body: ModulePublisherInput) {
    return this.publishers.create(scope, body);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Change a publisher of modules',
    description: 'Without a module in its list, its releases of it are not loaded any more.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(ModulePublisherDto, { versioned: true })
  @SupportsIfMatch()
  change(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: ModulePublisherChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.publishers.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a publisher of modules',
    description: '409 when it has published a release; revoke its keys and tokens instead.',
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
    return this.publishers.remove(scope, id, ifMatch);
  }

  @Post(':id/keys')
  @ApiOperation({ summary: 'Let a publisher sign releases with a key' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(ModuleKeyDto)
  addKey(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() body: ModuleKeyInput) {
    return this.publishers.addKey(scope, id, body);
  }

  @Delete(':id/keys/:keyId')
  @ApiOperation({
    summary: 'Revoke a key of a publisher',
    description: 'Nothing that it signed is loaded any more.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  revokeKey(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IdParam('keyId') keyId: number,
  ): Promise<void> {
    return this.publishers.revokeKey(scope, id, keyId);
  }

  @Post(':id/tokens')
  @ApiOperation({
    summary: 'Create a token of a publisher',
    description: 'Only this answer contains the token.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(NewModuleTokenDto)
  @IgnoresIdempotencyKey()
  createToken(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() body: ModuleTokenInput) {
    return this.publishers.createToken(scope, id, body);
  }

  @Delete(':id/tokens/:tokenId')
  @ApiOperation({ summary: 'Revoke a token of a publisher' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  revokeToken(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IdParam('tokenId') tokenId: number,
  ): Promise<void> {
    return this.publishers.revokeToken(scope, id, tokenId);
  }
}
