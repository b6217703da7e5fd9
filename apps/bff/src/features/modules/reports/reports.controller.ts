import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentAccount } from '../../../platform/access/caller';
import { AnySession, WorksWhenSuspended } from '../../../platform/access/permit';
import type { Account } from '../../../platform/auth/account';
import { Accepts } from '../../../platform/http/answers';
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
      'Counts only releases that the caller is given, or was in the last hour; of a session at most 500 loads of a release a day, and none after the second that failed or was slower than the budget. Nothing personal is stored.',
  })
  @AnySession()
  @WorksWhenSuspended()
  @Accepts()
  report(@CurrentAccount() account: Account, @Body() { reports }: ModuleReports): Promise<void> {
    return this.reports.record(account, reports);
  }
}
