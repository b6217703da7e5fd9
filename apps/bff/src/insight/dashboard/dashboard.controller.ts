import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import {
  DashboardDto,
  DashboardQuery,
  LiveFiguresDto,
  LiveFiguresQuery,
  NextSalesDto,
  NextSalesQuery,
  TasksOverTimeDto,
  TasksOverTimeQuery,
} from './dashboard.dto';
import { DashboardService } from './dashboard.service';

/** The dashboard's figures. */
@ApiTags('dashboard')
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get()
  @ApiOperation({ summary: 'Get the figures of the dashboard' })
  @Permit('read')
  @Returns(DashboardDto)
  get(@CurrentScope() scope: Scope, @Query() query: DashboardQuery): Promise<DashboardDto> {
    return this.dashboard.figures(scope, query);
  }

  @Get('live')
  @ApiOperation({ summary: 'Get what is on sale, held and about to expire' })
  @Permit('read')
  @Returns(LiveFiguresDto)
  live(@CurrentScope() scope: Scope, @Query() query: LiveFiguresQuery): Promise<LiveFiguresDto> {
    return this.dashboard.live(scope, query);
  }

  @Get('on-sales')
  @ApiOperation({ summary: 'List the next on-sales and what is ready for them' })
  @Permit('read')
  @Returns(NextSalesDto)
  onSales(@CurrentScope() scope: Scope, @Query() query: NextSalesQuery): Promise<NextSalesDto> {
    return this.dashboard.onSales(scope, query);
  }

  @Get('tasks-over-time')
  @ApiOperation({ summary: 'Count status changes of tasks over time' })
  @Permit('read')
  @Returns(TasksOverTimeDto)
  tasksOverTime(@CurrentScope() scope: Scope, @Query() query: TasksOverTimeQuery): Promise<TasksOverTimeDto> {
    return this.dashboard.tasksOverTime(scope, query);
  }
}
