import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers, Creates, Empty, Lists, SupportsIfMatch } from '../../platform/http/answers';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CountedSiteDto, SiteConfig, SiteDto, SiteInput, SiteListQuery } from './sites.dto';
import { SitesService } from './sites.service';

/** Ticketing sites. */
@ApiTags('sites')
@Controller('sites')
export class SitesController {
  constructor(private readonly sites: SitesService) {}

  @Get()
  @Permit('read')
  @Lists(CountedSiteDto)
  list(@CurrentScope() scope: Scope, @Query() query: SiteListQuery) {
    return this.sites.list(scope, query);
  }

  @Post()
  @Permit('admin', 'all')
  @Creates(SiteDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: SiteInput) {
    return this.sites.create(scope, input);
  }

  @Get(':id')
  @Permit('read')
  @Answers(SiteDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.sites.get(scope, id);
  }

  /** Replaces the site: fields left out go back to their defaults. */
  @Put(':id')
  @Permit('admin', 'all')
  @Answers(SiteDto, { versioned: true })
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
  @Permit('admin', 'all')
  @Answers(SiteDto, { versioned: true })
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
