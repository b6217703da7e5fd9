import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ListedUserDto,
  UserChange,
  UserDto,
  UserDutiesInput,
  UserInput,
  UserListQuery,
  UserPasswordInput,
  UserSessionDto,
} from './users.dto';
import { UsersService } from './users.service';

/** Users. Owners read those of their realm. */
@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @ApiOperation({ summary: 'List users' })
  @Permit('write')
  @Lists(ListedUserDto)
  list(@CurrentScope() scope: Scope, @Query() query: UserListQuery) {
    return this.users.list(scope, query);
  }

  @Post()
  @ApiOperation({ summary: 'Create a user' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(UserDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: UserInput) {
    return this.users.create(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a user' })
  @Permit('write')
  @Returns(UserDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.users.get(scope, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Update a user', description: 'Only the fields that are sent change.' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Returns(UserDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: UserChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.users.change(scope, id, change, ifMatch);
  }

  @Put(':id/duties')
  @ApiOperation({ summary: 'Give a user duties, in place of those that they have' })
  @PermitAct('giveDuties')
  @RequiresRecentSignIn()
  @Returns(UserDto, { versioned: true })
  @SupportsIfMatch()
  setDuties(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() { duties }: UserDutiesInput,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.users.changeDuties(scope, id, duties, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a user' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.users.remove(scope, id, ifMatch);
  }

  @Post(':id/password')
  @ApiOperation({ summary: "Set a user's password and end their sessions" })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  setPassword(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() { password }: UserPasswordInput,
  ): Promise<void> {
    return this.users.setPassword(scope, id, password);
  }

  @Get(':id/sessions')
  @ApiOperation({ summary: "List a user's active sessions" })
  @Permit('admin', 'all')
  @Lists(UserSessionDto)
  sessions(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.users.sessions(scope, id);
  }

  @Delete(':id/sessions')
  @ApiOperation({ summary: "End a user's sessions" })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  endSessions(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<void> {
    return this.users.endSessions(scope, id);
  }

  @Delete(':id/second-factor')
  @ApiOperation({
    summary: "Remove a user's second factors",
    description: 'For users who have lost their app or passkeys and their recovery codes.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  removeSecondFactor(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<void> {
    return this.users.removeTwoFactor(scope, id);
  }
}
