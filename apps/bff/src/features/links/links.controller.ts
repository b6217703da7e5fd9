import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers, Creates, Empty, Lists, SupportsIfMatch } from '../../platform/http/answers';
import { ListQuery } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LinkChange, LinkDto, LinkInput, LinkListQuery, LinkStepDto } from './links.dto';
import { LinksService } from './links.service';

/** Queue-it links. */
@ApiTags('links')
@Controller()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Get('queueitlinks')
  @Permit('read')
  @Lists(LinkDto)
  list(@CurrentScope() scope: Scope, @Query() query: LinkListQuery) {
    return this.links.list(scope, query);
  }

  @Post('logins/:loginId/queueitlinks')
  @Permit('write')
  @Creates(LinkDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @IdParam('loginId') loginId: number, @Body() input: LinkInput) {
    return this.links.create(scope, loginId, input);
  }

  @Get('queueitlinks/:id')
  @Permit('read')
  @Answers(LinkDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.links.get(scope, id);
  }

  @Get('queueitlinks/:id/history')
  @Permit('read')
  @Lists(LinkStepDto)
  history(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: ListQuery) {
    return this.links.history(scope, id, query);
  }

  @Put('queueitlinks/:id')
  @Permit('write')
  @Answers(LinkDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: LinkChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.links.change(scope, id, change, ifMatch);
  }

  @Delete('queueitlinks/:id')
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.links.remove(scope, id, ifMatch);
  }

  /** Takes back a deletion of at most 30 days ago. */
  @Post('queueitlinks/:id/restore')
  @Permit('write')
  @Answers(LinkDto, { versioned: true })
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.links.restore(scope, id);
  }
}
