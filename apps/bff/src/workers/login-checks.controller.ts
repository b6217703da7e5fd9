import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../platform/access/permit';
import { IdParam } from '../platform/http/parameters';
import { ErrorResponses, Returns } from '../platform/http/responses';
import { CurrentScope, type Scope } from '../platform/realm-scope/scope';
import {
  AskedLoginChecksDto,
  LoginCheckDto,
  LoginCheckQuery,
  LoginChecksInput,
  LoginChecksWithdrawal,
  WithdrawnLoginChecksDto,
} from './login-checks.dto';
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

/** Checks of logins that people choose on a site's page. */
@ApiTags('logins')
@Controller('sites/:siteId/login-checks')
export class ChosenLoginChecksController {
  constructor(private readonly checks: LoginChecksService) {}

  @Post()
  @ApiOperation({
    summary: 'Check logins at their site',
    description:
      'Workers that can check logins sign in with each, at the pace of the site. Disabled logins, and those whose check is open, are left out.',
  })
  @PermitAct('launch')
  @Returns(AskedLoginChecksDto)
  @ErrorResponses(404)
  ask(@CurrentScope() scope: Scope, @IdParam('siteId') siteId: number, @Body() input: LoginChecksInput) {
    return this.checks.askChosen(scope, siteId, input);
  }

  @Post('withdraw')
  @ApiOperation({ summary: 'Withdraw checks of logins that no worker has yet' })
  @PermitAct('launch')
  @Returns(WithdrawnLoginChecksDto)
  @ErrorResponses(404)
  withdraw(
    @CurrentScope() scope: Scope,
    @IdParam('siteId') siteId: number,
    @Body() input: LoginChecksWithdrawal,
  ) {
    return this.checks.withdrawChosen(scope, siteId, input);
  }
}
