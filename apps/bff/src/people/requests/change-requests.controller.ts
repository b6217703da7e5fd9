import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam } from '../../platform/http/parameters';
import { Creates, ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ApprovalInput,
  ChangeRequestDto,
  ChangeRequestInput,
  ChangeRequestListQuery,
  DeclineInput,
} from './change-requests.dto';
import { ChangeRequestsService } from './change-requests.service';

/** What owners ask the administrators for. */
@ApiTags('change-requests')
@Controller('change-requests')
export class ChangeRequestsController {
  constructor(private readonly requests: ChangeRequestsService) {}

  @Get()
  @ApiOperation({ summary: "List requests: the realm's own, for administrators all" })
  @Permit('write')
  @Lists(ChangeRequestDto)
  list(@CurrentScope() scope: Scope, @Query() query: ChangeRequestListQuery) {
    return this.requests.list(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a request' })
  @Permit('write')
  @Returns(ChangeRequestDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.requests.get(scope, id);
  }

  @Post()
  @ApiOperation({
    summary: 'Ask for a higher limit, a site, or the correction of a purchase limit',
    description:
      'A purchase limit is what the site posts: this asks the administrators to record it, and is no way round it.',
  })
  @Permit('write')
  @Creates(ChangeRequestDto, { versioned: true })
  @ErrorResponses(409)
  create(@CurrentScope() scope: Scope, @Body() input: ChangeRequestInput) {
    return this.requests.create(scope, input);
  }

  @Post(':id/withdraw')
  @ApiOperation({ summary: 'Withdraw an open request' })
  @Permit('write')
  @Returns(ChangeRequestDto, { versioned: true })
  @ErrorResponses(409)
  withdraw(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.requests.withdraw(scope, id);
  }

  @Post(':id/approve')
  @ApiOperation({
    summary: 'Approve a request and make the change',
    description: 'Another limit than what was asked for can be granted. A new site is disabled at first.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(ChangeRequestDto, { versioned: true })
  @ErrorResponses(409)
  approve(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() input: ApprovalInput) {
    return this.requests.approve(scope, id, input);
  }

  @Post(':id/decline')
  @ApiOperation({ summary: 'Decline a request with an answer' })
  @Permit('admin', 'all')
  @Returns(ChangeRequestDto, { versioned: true })
  @ErrorResponses(409)
  decline(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() { answer }: DeclineInput) {
    return this.requests.decline(scope, id, answer);
  }
}
