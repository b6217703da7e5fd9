import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { SavedViewChange, SavedViewDto, SavedViewInput, SavedViewListQuery } from './saved-views.dto';
import { SavedViewsService } from './saved-views.service';

/** Views of lists that people keep under a name. */
@ApiTags('saved-views')
@Controller('saved-views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @ApiOperation({ summary: 'List own and shared saved views' })
  @AnySession()
  @Lists(SavedViewDto)
  list(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @Query() query: SavedViewListQuery) {
    return this.views.list(scope, account, query);
  }

  @Post()
  @ApiOperation({ summary: "Save a list's filters as a view" })
  @AnySession()
  @Creates(SavedViewDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @Body() input: SavedViewInput) {
    return this.views.create(scope, account, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a saved view' })
  @AnySession()
  @Returns(SavedViewDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @IdParam() id: number) {
    return this.views.get(scope, account, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Update a saved view', description: 'Only the fields that are sent change.' })
  @AnySession()
  @Returns(SavedViewDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
    @Body() change: SavedViewChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.views.change(scope, account, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a saved view' })
  @AnySession()
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.views.remove(scope, account, id, ifMatch);
  }
}
