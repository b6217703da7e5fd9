import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, WorksWhenSuspended } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { ModuleReports } from './reports.dto';
import { ReportsService } from './reports.service';

/** How the loads of modules went. */
@ApiTags('modules')
@Controller('modules/reports')
export class ModuleReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Post()
  @ApiOperation({
    summary: 'Report how loads of modules went',
    description:
      'Counts only releases that the session was given by `GET /modules` and that somebody gets or did within the last hour; in an hour at most 50 loads of a release by a user and 100 by a realm, and none after the second of a user, or the twentieth of a realm, that failed or was slower than the budget. Those of users without a realm count nothing. Nothing personal is stored: of the message of an error neither e-mail addresses nor long numbers.',
  })
  @AnySession()
  @WorksWhenSuspended()
  @HttpCode(202)
  @ApiResponse({ status: 202, description: 'Accepted' })
  report(@CurrentAccount() account: Account, @Body() { reports }: ModuleReports): Promise<void> {
    return this.reports.recordReports(account, reports);
  }
}
