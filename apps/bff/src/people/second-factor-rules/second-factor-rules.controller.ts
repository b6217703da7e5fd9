import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam } from '../../platform/http/parameters';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { SecondFactorRuleDto, SecondFactorRuleInput } from './second-factor-rules.dto';
import { SecondFactorRulesService } from './second-factor-rules.service';

/** Who must have a second factor. */
@ApiTags('realms')
@Controller()
export class SecondFactorRulesController {
  constructor(private readonly rules: SecondFactorRulesService) {}

  @Get('realms/:id/second-factor-rule')
  @ApiOperation({ summary: 'Get whether the people of a realm must have a second factor' })
  @Permit('write')
  @Returns(SecondFactorRuleDto)
  get(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<SecondFactorRuleDto> {
    return this.rules.get(scope, id);
  }

  @Put('realms/:id/second-factor-rule')
  @ApiOperation({
    summary: 'Set whether the people of a realm must have a second factor',
    description: 'After the days of grace, who has none reaches only what sets one up.',
  })
  @Permit('write')
  @RequiresRecentSignIn()
  @Returns(SecondFactorRuleDto)
  set(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() body: SecondFactorRuleInput,
  ): Promise<SecondFactorRuleDto> {
    return this.rules.set(scope, id, body);
  }

  @Get('administrators/second-factor-rule')
  @ApiOperation({ summary: 'Get whether administrators must have a second factor' })
  @Permit('admin', 'all')
  @Returns(SecondFactorRuleDto)
  getOfAdministrators(@CurrentScope() scope: Scope): Promise<SecondFactorRuleDto> {
    return this.rules.get(scope, null);
  }

  @Put('administrators/second-factor-rule')
  @ApiOperation({ summary: 'Set whether administrators must have a second factor' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(SecondFactorRuleDto)
  setOfAdministrators(
    @CurrentScope() scope: Scope,
    @Body() body: SecondFactorRuleInput,
  ): Promise<SecondFactorRuleDto> {
    return this.rules.set(scope, null, body);
  }
}
