import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ModuleSettingsChange,
  ModuleSettingsDto,
  ModuleSettingsQuery,
  ModuleStatsDto,
  ModuleStatsQuery,
} from './settings.dto';
import { ModuleSettingsService } from './settings.service';

/** Modules and the releases that people get. */
@ApiTags('modules')
@Controller('modules/settings')
export class ModuleSettingsController {
  constructor(private readonly settings: ModuleSettingsService) {}

  @Get()
  @ApiOperation({ summary: 'List modules with their releases and canary rules' })
  @Permit('admin', 'all')
  @Lists(ModuleSettingsDto)
  list(@CurrentScope() scope: Scope, @Query() query: ModuleSettingsQuery) {
    return this.settings.list(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a module with its releases and canary rules' })
  @Permit('admin', 'all')
  @Returns(ModuleSettingsDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.settings.get(scope, id);
  }

  @Get(':id/stats')
  @ApiOperation({ summary: 'Get how the loads of a module went over time, by release' })
  @Permit('admin', 'all')
  @Returns(ModuleStatsDto)
  stats(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Query() query: ModuleStatsQuery,
  ): Promise<ModuleStatsDto> {
    return this.settings.readStats(scope, id, query);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Set who gets which release of a module' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(ModuleSettingsDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: ModuleSettingsChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.settings.change(scope, id, change, ifMatch);
  }
}
