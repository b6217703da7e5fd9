import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { RequiresRecentSignIn } from '../../platform/access/recent-sign-in';
import { ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { BudgetDto, BudgetListQuery, MonthBudgetDto, MonthBudgetInput } from './budgets.dto';
import { BudgetsService } from './budgets.service';
import { MonthReportDto, MonthReportQuery, MonthSpending } from './month-report.dto';
import { MonthReportService } from './month-report.service';

/** What may be spent, and what is spent and reserved of it. */
@ApiTags('budgets')
@Controller('budgets')
export class BudgetsController {
  constructor(
    private readonly budgets: BudgetsService,
    private readonly reports: MonthReportService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the budgets of this month, of events and of jobs, with their balances' })
  @Permit('read')
  @Lists(BudgetDto)
  list(@CurrentScope() scope: Scope, @Query() query: BudgetListQuery) {
    return this.budgets.list(scope, query);
  }

  @Get('month-report')
  @ApiOperation({
    summary: 'Get what a realm spent in a month, by event and by the person who approved it',
    description: 'The month is that of the realm’s time zone. Reversed records spend nothing.',
  })
  @Permit('read')
  @Returns(MonthReportDto)
  readMonth(@CurrentScope() scope: Scope, @Query() query: MonthReportQuery): Promise<MonthReportDto> {
    return this.reports.read(scope, query);
  }

  @Get('month-spending')
  @ApiOperation({ summary: 'List the rows that the report of a month sums' })
  @Permit('read')
  @Lists(MonthSpending)
  listMonth(@CurrentScope() scope: Scope, @Query() query: MonthReportQuery): Promise<MonthSpending[]> {
    return this.reports.list(scope, query);
  }

  @Put('month')
  @ApiOperation({
    summary: 'Set what a realm may spend in a month, in one currency',
    description:
      'From this month on, until it is set again. Once a realm has such a budget, no other currency can be spent.',
  })
  @Permit('write')
  @RequiresRecentSignIn()
  @Returns(MonthBudgetDto)
  @ErrorResponses(404)
  setForMonth(@CurrentScope() scope: Scope, @Body() input: MonthBudgetInput): Promise<MonthBudgetDto> {
    return this.budgets.setForMonth(scope, input);
  }
}
