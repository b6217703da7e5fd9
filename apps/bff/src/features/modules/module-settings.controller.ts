import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { Answers, Lists, SupportsIfMatch } from '../../platform/http/answers';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { ModuleSettingsChange, ModuleSettingsDto, ModuleSettingsQuery } from './module-settings.dto';
import { ModuleSettingsService } from './module-settings.service';

/** Modules and the releases that realms get. */
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
  @Answers(ModuleSettingsDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.settings.get(scope, id);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Set which release of a module each realm gets' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Answers(ModuleSettingsDto, { versioned: true })
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
