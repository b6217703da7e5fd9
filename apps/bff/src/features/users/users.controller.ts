import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendAll, sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
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

const send = (reply: FastifyReply, { version, answer }: Found<UserDto>): UserDto =>
  etag(reply, version, answer);

/** Accounts. Owners read those of their realm. */
@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Permit('write')
  @Lists(ListedUserDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: UserListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.users.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post()
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Creates(UserDto)
  async create(
    @CurrentScope() scope: Scope,
    @Body() input: UserInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.users.create(scope, input));
  }

  @Get(':id')
  @Permit('write')
  @Answers(UserDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.users.get(scope, id));
  }

  @Put(':id')
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Answers(UserDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: UserChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.users.change(scope, id, change, ifMatch));
  }

  @Delete(':id')
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  @HeedsIfMatch()
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
  async sessions(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserSessionDto[]> {
    return sendAll(reply, await this.users.sessions(scope, id));
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
