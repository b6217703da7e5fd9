import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { IdentityDecision, IdentityMatchDto, IdentityMatchListQuery } from './identities.dto';
import { IdentitiesService } from './identities.service';

/** Events, logins and accounts that turned out to be one, for administrators. */
@ApiTags('identity-matches')
@Controller('identity-matches')
export class IdentitiesController {
  constructor(private readonly identities: IdentitiesService) {}

  @Get()
  @ApiOperation({ summary: 'List events, logins and accounts that share an identity' })
  @Permit('admin', 'all')
  @Lists(IdentityMatchDto)
  list(@CurrentScope() scope: Scope, @Query() query: IdentityMatchListQuery) {
    return this.identities.list(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get the rows that share an identity' })
  @Permit('admin', 'all')
  @Returns(IdentityMatchDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.identities.get(scope, id);
  }

  @Put(':id/decision')
  @ApiOperation({
    summary: 'Merge rows that share an identity, or keep them apart',
    description:
      'Merged rows keep counting together; the other events are closed, the other accounts disabled. Events kept apart count alone. A decision can be replaced, and taken back with null.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(IdentityMatchDto, { versioned: true })
  @SupportsIfMatch()
  decide(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() body: IdentityDecision,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.identities.decide(scope, id, body, ifMatch);
  }
}
