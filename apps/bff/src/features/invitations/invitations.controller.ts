import { Body, Controller, Delete, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { InvitationDto, InvitationInput, InvitationListQuery, NewInvitationDto } from './invitations.dto';
import { InvitationsService } from './invitations.service';

/** Invitations to register into a realm. */
@ApiTags('invitations')
@Controller('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get()
  @Permit('write')
  @Lists(InvitationDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: InvitationListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.invitations.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post()
  @Permit('write')
  @RequiresRecentSignIn({ role: 'admin' })
  @Creates(NewInvitationDto)
  @IgnoresIdempotencyKey()
  async create(
    @CurrentScope() scope: Scope,
    @Body() input: InvitationInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewInvitationDto> {
    const { version, answer } = await this.invitations.create(scope, input);
    return etag(reply, version, answer);
  }

  @Get(':id')
  @Permit('write')
  @Answers(InvitationDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InvitationDto> {
    const { version, answer } = await this.invitations.get(scope, id);
    return etag(reply, version, answer);
  }

  @Delete(':id')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  revoke(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.invitations.revoke(scope, id, ifMatch);
  }
}
