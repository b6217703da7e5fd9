import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers, Creates, Empty, Lists, SupportsIfMatch } from '../../platform/http/answers';
import { IdParam, IfMatch } from '../../platform/http/parameters';
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

/** Pools and their members. */
@ApiTags('pools')
@Controller('pools')
export class PoolsController {
  constructor(private readonly pools: PoolsService) {}

  @Get()
  @Permit('read')
  @Lists(PoolDto)
  list(@CurrentScope() scope: Scope, @Query() query: PoolListQuery) {
    return this.pools.list(scope, query);
  }

  @Post()
  @Permit('write')
  @Creates(PoolDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: PoolInput) {
    return this.pools.create(scope, input);
  }

  @Get(':id')
  @Permit('read')
  @Answers(PoolDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.pools.get(scope, id);
  }

  @Put(':id')
  @Permit('write')
  @Answers(PoolDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: PoolChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.pools.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
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
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.pools.restore(scope, id);
  }

  /** Adds logins at the end and answers the pool. */
  @Post(':id/members')
  @Permit('write')
  @Creates(PoolDto, { versioned: true })
  addMembers(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() input: PoolMembersInput) {
    return this.pools.addMembers(scope, id, input);
  }

  @Put(':id/members/:loginId')
  @Permit('write')
  @Answers(PoolDto, { versioned: true })
  @SupportsIfMatch()
  updateMember(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IdParam('loginId') loginId: number,
    @Body() change: PoolMemberChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.pools.changeMember(scope, id, loginId, change, ifMatch);
  }

  @Delete(':id/members/:loginId')
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  removeMember(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IdParam('loginId') loginId: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.pools.removeMember(scope, id, loginId, ifMatch);
  }
}
