import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { InvitationDto, InvitationInput, InvitationListQuery, NewInvitationDto } from './invitations.dto';
import { InvitationsService } from './invitations.service';

/** Invitations to register in a realm. */
@ApiTags('invitations')
@Controller('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @ApiOperation({ summary: 'List invitations' })
  @Permit('write')
  @Lists(InvitationDto)
  list(@CurrentScope() scope: Scope, @Query() query: InvitationListQuery) {
    return this.invitations.list(scope, query);
  }

  @Post()
  @ApiOperation({ summary: 'Create an invitation', description: 'The token is shown only in this response.' })
  @Permit('write')
  @RequiresRecentSignIn({ role: 'admin' })
  @Creates(NewInvitationDto, { versioned: true })
  @IgnoresIdempotencyKey()
  create(@CurrentScope() scope: Scope, @Body() input: InvitationInput) {
    return this.invitations.create(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an invitation' })
  @Permit('write')
  @Returns(InvitationDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.invitations.get(scope, id);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Revoke an invitation' })
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  revoke(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.invitations.revoke(scope, id, ifMatch);
  }
}
