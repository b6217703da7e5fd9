import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { ListQuery } from '../../platform/http/list-query';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { LinkChange, LinkDto, LinkInput, LinkListQuery, LinkStepDto } from './links.dto';
import { LinksService } from './links.service';

/** Queue-it links. */
@ApiTags('links')
@Controller()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Get('queueitlinks')
  @ApiOperation({ summary: 'List waiting room links' })
  @Permit('read')
  @Lists(LinkDto)
  list(@CurrentScope() scope: Scope, @Query() query: LinkListQuery) {
    return this.links.list(scope, query);
  }

  @Post('logins/:loginId/queueitlinks')
  @ApiOperation({ summary: 'Create a waiting room link of a login' })
  @Permit('write')
  @Creates(LinkDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @IdParam('loginId') loginId: number, @Body() input: LinkInput) {
    return this.links.create(scope, loginId, input);
  }

  @Get('queueitlinks/:id')
  @ApiOperation({ summary: 'Get a waiting room link with masked secrets' })
  @Permit('read')
  @Returns(LinkDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.links.get(scope, id);
  }

  @Get('queueitlinks/:id/history')
  @ApiOperation({ summary: "List a waiting room link's positions over time" })
  @Permit('read')
  @Lists(LinkStepDto)
  history(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: ListQuery) {
    return this.links.history(scope, id, query);
  }

  @Put('queueitlinks/:id')
  @ApiOperation({
    summary: 'Update a waiting room link',
    description: 'Only the fields that are sent change.',
  })
  @Permit('write')
  @Returns(LinkDto, { versioned: true })
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
  @ApiOperation({ summary: 'Delete a waiting room link' })
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

  @Post('queueitlinks/:id/restore')
  @ApiOperation({ summary: 'Restore a waiting room link deleted in the last 30 days' })
  @Permit('write')
  @Returns(LinkDto, { versioned: true })
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.links.restore(scope, id);
  }
}
