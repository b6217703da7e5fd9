import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { ErrorResponses, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { EscalationDto, EscalationInput, EscalationQuery } from './escalation.dto';
import { EscalationSettings } from './escalation-settings.service';

/** What happens in a realm when nobody acts. */
@ApiTags('notifications')
@Controller('escalation')
export class EscalationController {
  constructor(private readonly settings: EscalationSettings) {}

  @Get()
  @ApiOperation({ summary: 'Get after how many minutes without action more people are notified' })
  @Permit('read')
  @Returns(EscalationDto)
  get(@CurrentScope() scope: Scope, @Query() query: EscalationQuery): Promise<EscalationDto> {
    return this.settings.get(scope, query);
  }

  @Put()
  @ApiOperation({
    summary: 'Set after how many minutes without action more people are notified',
    description: 'Owners set it for their realm, administrators for any realm.',
  })
  @Permit('write')
  @Returns(EscalationDto)
  @ErrorResponses(403)
  set(@CurrentScope() scope: Scope, @Body() input: EscalationInput): Promise<EscalationDto> {
    return this.settings.set(scope, input);
  }
}
