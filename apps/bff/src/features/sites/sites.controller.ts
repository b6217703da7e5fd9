import { Body, Controller, Delete, Get, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CountedSiteDto, SiteConfig, SiteDto, SiteInput, SiteListQuery } from './sites.dto';
import { SitesService } from './sites.service';

const send = (reply: FastifyReply, { version, answer }: Found<SiteDto>): SiteDto =>
  etag(reply, version, answer);

/** Ticketing sites. */
@ApiTags('sites')
@Controller('sites')
export class SitesController {
  constructor(private readonly sites: SitesService) {}

  @Get()
  @Permit('read')
  @Lists(CountedSiteDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: SiteListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.sites.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post()
  @Permit('admin', 'all')
  @Creates(SiteDto)
  async create(
    @CurrentScope() scope: Scope,
    @Body() input: SiteInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.sites.create(scope, input));
  }

  @Get(':id')
  @Permit('read')
  @Answers(SiteDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.sites.get(scope, id));
  }

  /** Replaces the site: fields left out go back to their defaults. */
  @Put(':id')
  @Permit('admin', 'all')
  @Answers(SiteDto, { versioned: true })
  @HeedsIfMatch()
  async replace(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() input: SiteInput,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.sites.replace(scope, id, input, ifMatch));
  }

  @Patch(':id/config')
  @Permit('admin', 'all')
  @Answers(SiteDto, { versioned: true })
  @HeedsIfMatch()
  async updateConfig(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: SiteConfig,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.sites.changeConfig(scope, id, change, ifMatch));
  }

  @Delete(':id')
  @Permit('admin', 'all')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.sites.remove(scope, id, ifMatch);
  }
}
