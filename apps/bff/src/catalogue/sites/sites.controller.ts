import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CountedSiteDto, SiteConfig, SiteDto, SiteInput, SiteListQuery } from './sites.dto';
import { SitesService } from './sites.service';

/** Ticketing sites. */
@ApiTags('sites')
@Controller('sites')
export class SitesController {
  constructor(private readonly sites: SitesService) {}

  @Get()
  @ApiOperation({ summary: 'List sites' })
  @Permit('read')
  @Lists(CountedSiteDto)
  list(@CurrentScope() scope: Scope, @Query() query: SiteListQuery) {
    return this.sites.list(scope, query);
  }

  @Post()
  @ApiOperation({ summary: 'Create a site' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(SiteDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: SiteInput) {
    return this.sites.create(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a site' })
  @Permit('read')
  @Returns(SiteDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.sites.get(scope, id);
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Replace a site',
    description: 'Fields that are left out return to their defaults.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(SiteDto, { versioned: true })
  @SupportsIfMatch()
  replace(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() input: SiteInput,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.sites.replace(scope, id, input, ifMatch);
  }

  @Patch(':id/config')
  @ApiOperation({
    summary: "Update a site's configuration",
    description: 'Only the fields that are sent change.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(SiteDto, { versioned: true })
  @SupportsIfMatch()
  updateConfig(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: SiteConfig,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.sites.changeConfig(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete an unused site' })
  @Permit('admin', 'all')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.sites.remove(scope, id, ifMatch);
  }
}
