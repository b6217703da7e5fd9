import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { Answers, Creates, Empty, Lists, SupportsIfMatch } from '../../platform/http/answers';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  ListedUserDto,
  UserChange,
  UserDto,
  UserInput,
  UserListQuery,
  UserPasswordInput,
  UserSessionDto,
} from './users.dto';
import { UsersService } from './users.service';

/** Accounts. Owners read those of their realm. */
@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Permit('write')
  @Lists(ListedUserDto)
  list(@CurrentScope() scope: Scope, @Query() query: UserListQuery) {
    return this.users.list(scope, query);
  }

  @Post()
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(UserDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: UserInput) {
    return this.users.create(scope, input);
  }

  @Get(':id')
  @Permit('write')
  @Answers(UserDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.users.get(scope, id);
  }

  @Put(':id')
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Answers(UserDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: UserChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.users.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
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
  @Permit('admin', 'all')
  @Lists(UserSessionDto)
  sessions(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.users.sessions(scope, id);
  }

  @Delete(':id/sessions')
  @Permit('admin', 'all')
  @Empty()
  endSessions(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<void> {
    return this.users.endSessions(scope, id);
  }

  /** For who has lost both the app and the recovery codes. */
  @Delete(':id/second-factor')
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  removeSecondFactor(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<void> {
    return this.users.removeSecondFactor(scope, id);
  }
}
