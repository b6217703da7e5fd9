import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { ImpactDto, PauseImpactDto, PauseImpactQuery } from './impact.dto';
import { ImpactService } from './impact.service';

/** What disabling, closing or revoking something would stop, for the pages to show before. */
@Controller()
export class ImpactController {
  constructor(private readonly impact: ImpactService) {}

  @Get('sites/:id/impact')
  @ApiOperation({ summary: 'Preview what disabling a site would stop' })
  @ApiTags('sites')
  @Permit('admin', 'all')
  @Returns(ImpactDto)
  site(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.preview(scope, 'site', id);
  }

  @Get('realms/:id/impact')
  @ApiOperation({ summary: 'Preview what suspending a realm would stop' })
  @ApiTags('realms')
  @Permit('admin', 'all')
  @Returns(ImpactDto)
  realm(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.preview(scope, 'realm', id);
  }

  @Get('events/:id/impact')
  @ApiOperation({
    summary: 'Preview what closing an event would stop',
    description: "Counts tasks of the caller's realm; for administrators, of all realms.",
  })
  @ApiTags('events')
  @Permit('write')
  @Returns(ImpactDto)
  event(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.preview(scope, 'event', id);
  }

  @Get('logins/:id/impact')
  @ApiOperation({ summary: 'Preview what disabling a login would stop' })
  @ApiTags('logins')
  @Permit('write')
  @Returns(ImpactDto)
  login(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.preview(scope, 'login', id);
  }

  @Get('worker-tokens/:id/impact')
  @ApiOperation({
    summary: 'Preview what revoking a worker token would interrupt',
    description: 'Counts the tasks that its workers have leased now.',
  })
  @ApiTags('workers')
  @Permit('admin', 'all')
  @Returns(ImpactDto)
  workerToken(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.preview(scope, 'worker_token', id);
  }

  @Get('pauses/impact')
  @ApiOperation({ summary: 'Preview what a pause would hold back, or its end would start' })
  @ApiTags('pauses')
  @Permit('write')
  @Returns(PauseImpactDto)
  pause(@CurrentScope() scope: Scope, @Query() { realm_id }: PauseImpactQuery): Promise<PauseImpactDto> {
    return this.impact.previewPause(scope, realm_id);
  }
}
