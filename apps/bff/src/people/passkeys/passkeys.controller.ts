import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, WorksWhenSuspended, WorksWithoutSecondFactor } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import type { Account } from '../../platform/auth/account';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import {
  Creates,
  Empty,
  ErrorResponses,
  Lists,
  Returns,
  SupportsIfMatch,
} from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { AddedPasskeyDto, PasskeyChange, PasskeyDto, PasskeyInput, PasskeyOptionsDto } from './passkeys.dto';
import { PasskeysService } from './passkeys.service';

/** The caller's own passkeys. */
@Controller('me/passkeys')
@WorksWhenSuspended()
@WorksWithoutSecondFactor()
export class PasskeysController {
  constructor(private readonly passkeys: PasskeysService) {}

  @Get()
  @ApiOperation({ summary: "List the caller's passkeys" })
  @AnySession()
  @Lists(PasskeyDto)
  list(@CurrentScope() scope: Scope, @CurrentAccount() account: Account) {
    return this.passkeys.list(scope, account);
  }

  @Post()
  @ApiOperation({
    summary: 'Add a passkey',
    description: 'With the first second factor, recovery codes are shown in this response alone.',
  })
  @AnySession()
  @RequiresRecentSignIn()
  @IgnoresIdempotencyKey()
  @Creates(AddedPasskeyDto)
  @ErrorResponses(409)
  add(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() body: PasskeyInput,
  ): Promise<AddedPasskeyDto> {
    return this.passkeys.add(scope, account, body);
  }

  @Post('options')
  @ApiOperation({ summary: 'Get what the browser creates a passkey with' })
  @AnySession()
  @RequiresRecentSignIn()
  @IgnoresIdempotencyKey()
  @Returns(PasskeyOptionsDto)
  @ErrorResponses(409)
  options(@CurrentScope() scope: Scope, @CurrentAccount() account: Account): Promise<PasskeyOptionsDto> {
    return this.passkeys.options(scope, account);
  }

  @Get(':id')
  @ApiOperation({ summary: "Get one of the caller's passkeys" })
  @AnySession()
  @Returns(PasskeyDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @CurrentAccount() account: Account, @IdParam() id: number) {
    return this.passkeys.get(scope, account, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Rename a passkey' })
  @AnySession()
  @Returns(PasskeyDto, { versioned: true })
  @SupportsIfMatch()
  rename(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
    @Body() change: PasskeyChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.passkeys.rename(scope, account, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Remove a passkey' })
  @AnySession()
  @RequiresRecentSignIn()
  @Empty()
  @SupportsIfMatch()
  @ErrorResponses(409)
  remove(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.passkeys.remove(scope, account, id, ifMatch);
  }
}
