import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers } from '../../platform/http/answers';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { ImpactDto } from './impact.dto';
import { ImpactService } from './impact.service';

/** What switching something off would stop: asked before it is done. */
@Controller()
export class ImpactController {
  constructor(private readonly impact: ImpactService) {}

  @Get('sites/:id/impact')
  @ApiTags('sites')
  @Permit('admin', 'all')
  @Answers(ImpactDto)
  site(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.of(scope, 'site', id);
  }

  @Get('realms/:id/impact')
  @ApiTags('realms')
  @Permit('admin', 'all')
  @Answers(ImpactDto)
  realm(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.of(scope, 'realm', id);
  }

  /** Of the caller's own realm; an administrator's counts are of all realms. */
  @Get('events/:id/impact')
  @ApiTags('events')
  @Permit('write')
  @Answers(ImpactDto)
  event(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.of(scope, 'event', id);
  }

  @Get('logins/:id/impact')
  @ApiTags('logins')
  @Permit('write')
  @Answers(ImpactDto)
  login(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.of(scope, 'login', id);
  }

  /** The tasks that its workers have now. */
  @Get('worker-tokens/:id/impact')
  @ApiTags('workers')
  @Permit('admin', 'all')
  @Answers(ImpactDto)
  workerToken(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ImpactDto> {
    return this.impact.of(scope, 'worker_token', id);
  }
}
