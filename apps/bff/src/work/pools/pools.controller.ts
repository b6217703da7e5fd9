import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
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
  @ApiOperation({ summary: 'List pools' })
  @Permit('read')
  @Lists(PoolDto)
  list(@CurrentScope() scope: Scope, @Query() query: PoolListQuery) {
    return this.pools.list(scope, query);
  }

  @Post()
  @ApiOperation({ summary: 'Create a pool' })
  @Permit('write')
  @Creates(PoolDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: PoolInput) {
    return this.pools.create(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a pool with its members in order' })
  @Permit('read')
  @Returns(PoolDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.pools.get(scope, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Update a pool', description: 'Only the fields that are sent change.' })
  @Permit('write')
  @Returns(PoolDto, { versioned: true })
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
  @ApiOperation({ summary: 'Delete a pool' })
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

  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore a pool deleted in the last 30 days' })
  @Permit('write')
  @Returns(PoolDto, { versioned: true })
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.pools.restore(scope, id);
  }

  @Post(':id/members')
  @ApiOperation({ summary: 'Add logins to a pool', description: 'They are appended in the given order.' })
  @Permit('write')
  @Creates(PoolDto, { versioned: true })
  addMembers(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() input: PoolMembersInput) {
    return this.pools.addMembers(scope, id, input);
  }

  @Put(':id/members/:loginId')
  @ApiOperation({ summary: "Change a pool member's position or status" })
  @Permit('write')
  @Returns(PoolDto, { versioned: true })
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
  @ApiOperation({ summary: 'Remove a login from a pool' })
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
