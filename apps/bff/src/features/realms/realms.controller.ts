import { Body, Controller, Delete, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Found } from '../../platform/database/select';
import { Answers, Creates, Empty, HeedsIfMatch, Lists } from '../../platform/http/answers';
import { sendPage } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { RealmChange, RealmDto, RealmInput, RealmListQuery } from './realms.dto';
import { RealmsService } from './realms.service';

const send = (reply: FastifyReply, { version, answer }: Found<RealmDto>): RealmDto =>
  etag(reply, version, answer);

/** Realms and their limits. */
@ApiTags('realms')
@Controller('realms')
export class RealmsController {
  constructor(private readonly realms: RealmsService) {}

  @Get()
  @Permit('admin', 'all')
  @Lists(RealmDto)
  async list(
    @CurrentScope() scope: Scope,
    @Query() query: RealmListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pagination, page } = await this.realms.list(scope, query);
    return sendPage(reply, pagination, page);
  }

  @Post()
  @Permit('admin', 'all')
  @Creates(RealmDto)
  async create(
    @CurrentScope() scope: Scope,
    @Body() input: RealmInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.realms.create(scope, input));
  }

  @Get(':id')
  @Permit('admin', 'all')
  @Answers(RealmDto, { versioned: true })
  async get(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.realms.get(scope, id));
  }

  @Put(':id')
  @Permit('admin', 'all')
  @RequiresRecentSignIn(['max_tasks', 'max_logins'])
  @Answers(RealmDto, { versioned: true })
  @HeedsIfMatch()
  async update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: RealmChange,
    @IfMatch() ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return send(reply, await this.realms.change(scope, id, change, ifMatch));
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
    return this.realms.remove(scope, id, ifMatch);
  }
}
