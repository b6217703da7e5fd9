import { Body, Controller, Get, Patch, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { Answers, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { ModuleSettingsChange, ModuleSettingsDto, ModuleSettingsQuery } from './module-settings.dto';
import { ModuleSettingsService } from './module-settings.service';

/** Releases, canaries, and the way back. */
@ApiTags('modules')
@Controller('modules/settings')
export class ModuleSettingsController {
  constructor(private readonly settings: ModuleSettingsService) {}

  @Get()
  @Permit('admin', 'all')
  @Lists(ModuleSettingsDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: ModuleSettingsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.settings.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Get(':id')
  @Permit('admin', 'all')
  @Answers(ModuleSettingsDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { version, answer } = await this.settings.get(scope, id);
    return etag(reply, version, answer);
  }

  @Patch(':id')
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Answers(ModuleSettingsDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: ModuleSettingsChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { version, answer } = await this.settings.change(scope, id, change, ifMatch);
    return etag(reply, version, answer);
  }
}
