import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../platform/access/permit';
import { IdParam } from '../platform/http/parameters';
import { ErrorResponses, Returns } from '../platform/http/responses';
import { CurrentScope, type Scope } from '../platform/realm-scope/scope';
import { LoginCheckDto, LoginCheckQuery } from './login-checks.dto';
import { LoginChecksService } from './login-checks.service';

/** Checks of an event's planned logins: before its on-sale, workers sign in with each and change nothing. */
@ApiTags('events')
@Controller('events/:id/login-check')
export class LoginChecksController {
  constructor(private readonly checks: LoginChecksService) {}

  @Get()
  @ApiOperation({ summary: "Get what the check of an event's planned logins found" })
  @Permit('read')
  @Returns(LoginCheckDto)
  get(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: LoginCheckQuery) {
    return this.checks.get(scope, id, query);
  }

  @Post()
  @ApiOperation({
    summary: "Check an event's planned logins",
    description:
      'Workers that can check logins sign in with each, by default one a minute and site over all realms. Logins whose check is open are left out.',
  })
  @PermitAct('launch')
  @Returns(LoginCheckDto)
  @ErrorResponses(404)
  ask(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: LoginCheckQuery) {
    return this.checks.ask(scope, id, query);
  }

  @Post('withdraw')
  @ApiOperation({ summary: 'Withdraw the checks that no worker has yet' })
  @PermitAct('launch')
  @Returns(LoginCheckDto)
  @ErrorResponses(404)
  withdraw(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: LoginCheckQuery) {
    return this.checks.withdraw(scope, id, query);
  }
}
