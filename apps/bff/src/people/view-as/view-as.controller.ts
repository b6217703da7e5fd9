import { Body, Controller, Delete, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, Permit, WorksWhenSuspended } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { WorksInViews } from '../../platform/access/views';
import type { Account } from '../../platform/auth/account';
import { IgnoresIdempotencyKey } from '../../platform/http/idempotency.interceptor';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { MeDto } from '../auth/auth.dto';
import { ViewAsInput } from './view-as.dto';
import { ViewAs } from './view-as.service';

/** The console as somebody else sees it, for administrators, to read only. */
@ApiTags('view-as')
@Controller('view-as')
export class ViewAsController {
  constructor(private readonly views: ViewAs) {}

  @Post()
  @ApiOperation({
    summary: 'View the console as a user',
    description:
      'For 30 minutes the session reads what the user would, without secrets, and changes nothing: 403 VIEW_ONLY, and VIEW_ENDED once the time is over. The user is notified.',
  })
  @Permit('admin', 'all')
  @RequiresRecentSignIn()
  // A replayed answer would say that the session is in a view that has ended.
  @IgnoresIdempotencyKey()
  @Returns(MeDto)
  begin(
    @CurrentScope() scope: Scope,
    @CurrentAccount() account: Account,
    @Body() input: ViewAsInput,
  ): Promise<MeDto> {
    return this.views.begin(scope, account, input);
  }

  @Delete()
  @ApiOperation({
    summary: 'End the view of the current session',
    description: 'Returns the session’s own user, also without a view.',
  })
  @AnySession()
  @WorksInViews()
  @WorksWhenSuspended()
  @Returns(MeDto)
  end(@CurrentScope() scope: Scope, @CurrentAccount() account: Account): Promise<MeDto> {
    return this.views.end(scope, account);
  }
}
