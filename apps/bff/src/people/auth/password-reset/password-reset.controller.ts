import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Permit, Public } from '../../../platform/access/permit';
import { RequiresRecentSignIn } from '../../../platform/access/recent-sign-in';
import { IgnoresIdempotencyKey } from '../../../platform/http/idempotency.interceptor';
import { IdParam } from '../../../platform/http/parameters';
import { Creates, Empty, ErrorResponses, Returns } from '../../../platform/http/responses';
import { CurrentScope, type Scope } from '../../../platform/realm-scope/scope';
import { type Client, CurrentClient } from '../client';
import {
  ForgotPasswordDto,
  ForgottenPasswordDto,
  ResetLinkDto,
  ResetPasswordDto,
} from './password-reset.dto';
import { PasswordResetService } from './password-reset.service';

@Controller()
export class PasswordResetController {
  constructor(private readonly resets: PasswordResetService) {}

  @Post('auth/forgot-password')
  @ApiOperation({
    summary: 'Request a password reset',
    description: 'The response is the same for known and unknown addresses.',
  })
  @Public()
  @Returns(ForgottenPasswordDto)
  request(
    @CurrentClient() client: Client,
    @Body() { email }: ForgotPasswordDto,
  ): Promise<ForgottenPasswordDto> {
    return this.resets.request(client, email);
  }

  @Post('auth/reset-password')
  @ApiOperation({ summary: 'Set a new password with a reset link' })
  @Public()
  @Empty()
  @ErrorResponses(403)
  reset(@CurrentClient() client: Client, @Body() { token, password }: ResetPasswordDto): Promise<void> {
    return this.resets.reset(client, token, password);
  }

  @Post('users/:id/password-reset')
  @ApiOperation({
    summary: 'Create a password reset link',
    description: 'The link is shown only in this response.',
  })
  @Permit('write')
  @RequiresRecentSignIn()
  @IgnoresIdempotencyKey()
  @Creates(ResetLinkDto)
  createLink(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<ResetLinkDto> {
    return this.resets.createLink(scope, id);
  }
}
