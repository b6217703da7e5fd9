import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  PoolChange,
  PoolDto,
  PoolInput,
  PoolListQuery,
  PoolMemberChange,
  PoolMembersInput,
} from './pools.dto';
import { PoolsService } from './pools.service';

const send = (reply: FastifyReply, { version, answer }: Found<PoolDto>): PoolDto =>
  etag(reply, version, answer);

/** Pools and their members. */
@ApiTags('pools')
@Controller('pools')
export class PoolsController {
  constructor(private readonly pools: PoolsService) {}

  @Get()
  @Permit('read')
  @Lists(PoolDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: PoolListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.pools.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post()
  @Permit('write')
  @Creates(PoolDto)
  async create(
    @CurrentScope() scope: Scope,
    @Body() input: PoolInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.pools.create(scope, input));
  }

  @Get(':id')
  @Permit('read')
  @Answers(PoolDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.pools.get(scope, id));
  }

  @Put(':id')
  @Permit('write')
  @Answers(PoolDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: PoolChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.pools.change(scope, id, change, ifMatch));
  }

  @Delete(':id')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.pools.remove(scope, id, ifMatch);
  }

  /** Takes back a deletion of at most 30 days ago. */
  @Post(':id/restore')
  @Permit('write')
  @Answers(PoolDto, { versioned: true })
  async restore(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.pools.restore(scope, id));
  }

  /** Adds logins at the end and answers the pool. */
  @Post(':id/members')
  @Permit('write')
  @Creates(PoolDto)
  async addMembers(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() input: PoolMembersInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.pools.addMembers(scope, id, input));
  }

  @Put(':id/members/:loginId')
  @Permit('write')
  @Answers(PoolDto, { versioned: true })
  @HeedsIfMatch()
  async updateMember(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IdParam('loginId') loginId: number,
    @Body() change: PoolMemberChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.pools.changeMember(scope, id, loginId, change, ifMatch));
  }

  @Delete(':id/members/:loginId')
  @Permit('write')
  @Empty()
  @HeedsIfMatch()
  removeMember(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IdParam('loginId') loginId: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.pools.removeMember(scope, id, loginId, ifMatch);
  }
}
