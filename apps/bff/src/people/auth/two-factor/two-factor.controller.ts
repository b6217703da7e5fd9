import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentAccount } from '../../../platform/access/caller';
import { AnySession, WorksWhenSuspended, WorksWithoutSecondFactor } from '../../../platform/access/permit';
import type { Account } from '../../../platform/auth/account';
import { IgnoresIdempotencyKey } from '../../../platform/http/idempotency.interceptor';
import { Creates, Empty, Returns } from '../../../platform/http/responses';
import { CurrentScope, type Scope } from '../../../platform/realm-scope/scope';
import { type Client, CurrentClient } from '../client';
import {
  RecoveryCodesDto,
  SecondFactorConfirm,
  SecondFactorDto,
  SecondFactorRemove,
  SecondFactorSecretDto,
  SecondFactorStart,
} from './two-factor.dto';
import { TwoFactorService } from './two-factor.service';

/** The caller's own two-factor authentication; the API and its stored codes call it a second factor. */
@Controller('me/second-factor')
@WorksWhenSuspended()
@WorksWithoutSecondFactor()
export class SecondFactorController {
  constructor(private readonly factor: TwoFactorService) {}

  @Get()
  @ApiOperation({ summary: "Get whether the caller's second factor is on" })
  @AnySession()
  @Returns(SecondFactorDto)
  get(@CurrentScope() scope: Scope, @CurrentAccount() account: Account): Promise<SecondFactorDto> {
    return this.factor.state(scope, account);
  }

  @Post()
  @ApiOperation({
    summary: 'Start setting up a second factor',
    description: 'The secret is shown only in this response.',
  })
  @AnySession()
  @IgnoresIdempotencyKey()
  @Creates(SecondFactorSecretDto)
  start(
    @CurrentScope() scope: Scope,
    @CurrentClient() client: Client,
    @CurrentAccount() account: Account,
    @Body() { current_password }: SecondFactorStart,
  ): Promise<SecondFactorSecretDto> {
    return this.factor.start(scope, client, account, current_password);
  }

  @Post('confirm')
  @ApiOperation({
    summary: "Turn on the caller's second factor",
    description: 'The recovery codes are shown only in this response.',
  })
  @AnySession()
  @IgnoresIdempotencyKey()
  @Returns(RecoveryCodesDto)
  confirm(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() { code }: SecondFactorConfirm,
  ): Promise<RecoveryCodesDto> {
    return this.factor.confirm(scope, account, code);
  }

  /** A POST, since the body of a DELETE has no meaning in HTTP (RFC 9110, section 9.3.5). */
  @Post('remove')
  @ApiOperation({ summary: "Turn off the caller's second factor" })
  @AnySession()
  @IgnoresIdempotencyKey()
  @Empty()
  remove(
    @CurrentScope() scope: Scope,
    @CurrentClient() client: Client,
    @CurrentAccount() account: Account,
    @Body() body: SecondFactorRemove,
  ): Promise<void> {
    return this.factor.remove(scope, client, account, body);
  }
}
