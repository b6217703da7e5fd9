import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../../platform/access/permit';
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
import { RehearsalStart } from './rehearsal-start.service';
import { RehearsalDto, RehearsalInput, RehearsalListQuery } from './rehearsals.dto';
import { RehearsalsService } from './rehearsals.service';

/** Rehearsals: plans that run at the sandbox. Requests that name one in `X-Rehearsal` work within it. */
@ApiTags('rehearsals')
@Controller('rehearsals')
export class RehearsalsController {
  constructor(
    private readonly rehearsals: RehearsalsService,
    private readonly starts: RehearsalStart,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List rehearsals with their reports' })
  @Permit('read')
  @Lists(RehearsalDto)
  list(@CurrentScope() scope: Scope, @Query() query: RehearsalListQuery) {
    return this.rehearsals.list(scope, query);
  }

  @Post()
  @ApiOperation({
    summary: 'Rehearse a template, a job or an event',
    description:
      'The same plan runs at the sandbox with made-up logins. It touches no login, limit, ticket or figure of the realm. 409 NO_SANDBOX where the console has no sandbox.',
  })
  @PermitAct('launch')
  @Creates(RehearsalDto, { versioned: true })
  @ErrorResponses(409)
  start(@CurrentScope() scope: Scope, @Body() input: RehearsalInput) {
    return this.starts.start(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a rehearsal with its report' })
  @Permit('read')
  @Returns(RehearsalDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.rehearsals.get(scope, id);
  }

  @Post(':id/stop')
  @ApiOperation({ summary: 'Stop a rehearsal', description: 'The report shows what happened until then.' })
  @PermitAct('launch')
  @Returns(RehearsalDto, { versioned: true })
  stop(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.rehearsals.stop(scope, id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a rehearsal with its report' })
  @PermitAct('launch')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.rehearsals.remove(scope, id, ifMatch);
  }
}
