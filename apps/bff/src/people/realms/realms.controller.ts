import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { RealmChange, RealmDto, RealmInput, RealmListQuery } from './realms.dto';
import { RealmsService } from './realms.service';

/** What isn't changed from an unlocked screen. */
const GUARDED = ['max_tasks', 'max_logins', 'separate_approval', 'separate_reversal', 'single_sign_on_only'];

/** Realms and their limits. */
@ApiTags('realms')
@Controller('realms')
export class RealmsController {
  constructor(private readonly realms: RealmsService) {}

  @Get()
  @ApiOperation({ summary: 'List realms' })
  @Permit('admin', 'all')
  @Lists(RealmDto)
  list(@CurrentScope() scope: Scope, @Query() query: RealmListQuery) {
    return this.realms.list(scope, query);
  }

  @Post()
  @ApiOperation({ summary: 'Create a realm' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn(GUARDED)
  @Creates(RealmDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: RealmInput) {
    return this.realms.create(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a realm' })
  @Permit('admin', 'all')
  @Returns(RealmDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.realms.get(scope, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Update a realm', description: 'Only the fields that are sent change.' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn(GUARDED)
  @Returns(RealmDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: RealmChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.realms.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete an unused realm' })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.realms.remove(scope, id, ifMatch);
  }
}
