import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { ApprovalRulesDto, ApprovalRulesInput, ApprovalRulesQuery } from './approval-rules.dto';
import { ApprovalRulesService } from './approval-rules.service';

/** From which sums a second person decides. */
@ApiTags('approvals')
@Controller('approval-rules')
export class ApprovalRulesController {
  constructor(private readonly rules: ApprovalRulesService) {}

  @Get()
  @ApiOperation({ summary: 'Get from which sums a second person decides' })
  @Permit('read')
  @Returns(ApprovalRulesDto)
  get(@CurrentScope() scope: Scope, @Query() query: ApprovalRulesQuery): Promise<ApprovalRulesDto> {
    return this.rules.get(scope, query);
  }

  @Put()
  @ApiOperation({
    summary: 'Set from which sums a second person decides',
    description:
      'Owners set it for their realm, administrators for any realm. Rehearsals cost nothing and need no approval.',
  })
  @Permit('write')
  @RequiresRecentSignIn()
  @Returns(ApprovalRulesDto)
  set(@CurrentScope() scope: Scope, @Body() input: ApprovalRulesInput): Promise<ApprovalRulesDto> {
    return this.rules.set(scope, input);
  }
}
