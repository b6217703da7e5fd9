import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct, ServiceTokens } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam } from '../../platform/http/parameters';
import { Creates, ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ApprovalDto,
  ApprovalListQuery,
  ApproveInput,
  AskApprovalInput,
  CommitmentsDto,
  DeclineApprovalInput,
} from './approvals.dto';
import { ApprovalsService } from './approvals.service';

/** What people ask a second person for. Service tokens neither ask nor decide: their maker would decide their own. */
@ApiTags('approvals')
@Controller('approvals')
export class ApprovalsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  @ApiOperation({ summary: 'List requests for approval' })
  @Permit('read')
  @Lists(ApprovalDto)
  list(@CurrentScope() scope: Scope, @Query() query: ApprovalListQuery) {
    return this.approvals.list(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a request for approval' })
  @Permit('read')
  @Returns(ApprovalDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.approvals.get(scope, id);
  }

  @Get(':id/commitments')
  @ApiOperation({ summary: 'Get the rules that a request is about, and what is committed now' })
  @Permit('read')
  @Returns(CommitmentsDto)
  commitments(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<CommitmentsDto> {
    return this.approvals.readCommitments(scope, id);
  }

  @Post()
  @ApiOperation({
    summary: 'Ask for the approval of a launch or of a budget',
    description:
      'The request freezes what was shown. It expires after 24 hours, or at the scheduled start. Budgets of events and months need the permission write.',
  })
  @PermitAct('launch')
  @ServiceTokens(false)
  @Creates(ApprovalDto, { versioned: true })
  @ErrorResponses(404, 409)
  create(@CurrentScope() scope: Scope, @Body() input: AskApprovalInput) {
    return this.approvals.create(scope, input);
  }

  @Post(':id/approve')
  @ApiOperation({
    summary: 'Approve a request and do what it asks for',
    description:
      'Nobody decides their own. A launch whose plan has changed is refused: it needs a new request.',
  })
  @PermitAct('approve')
  @ServiceTokens(false)
  @RequiresRecentSignIn()
  @Returns(ApprovalDto, { versioned: true })
  @ErrorResponses(409)
  approve(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() input: ApproveInput) {
    return this.approvals.approve(scope, id, input);
  }

  @Post(':id/decline')
  @ApiOperation({ summary: 'Decline a request with an answer', description: 'Nobody decides their own.' })
  @PermitAct('approve')
  @ServiceTokens(false)
  @Returns(ApprovalDto, { versioned: true })
  @ErrorResponses(409)
  decline(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() { answer }: DeclineApprovalInput) {
    return this.approvals.decline(scope, id, answer);
  }

  @Post(':id/withdraw')
  @ApiOperation({ summary: 'Withdraw your own request' })
  @PermitAct('launch')
  @ServiceTokens(false)
  @Returns(ApprovalDto, { versioned: true })
  @ErrorResponses(409)
  withdraw(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.approvals.withdraw(scope, id);
  }
}
