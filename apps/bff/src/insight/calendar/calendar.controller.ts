import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { ErrorResponses, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { CalendarDto, CalendarQuery, JobMoveDto, JobMoveQuery } from './calendar.dto';
import { CalendarService } from './calendar.service';
import { JobMove } from './job-move.service';

/** On-sales, kick-offs and scheduled jobs. */
@ApiTags('calendar')
@Controller('calendar')
export class CalendarController {
  constructor(
    private readonly calendar: CalendarService,
    private readonly moves: JobMove,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get on-sales, kick-offs and scheduled jobs of a period',
    description: 'With conflicts: logins that are needed in two jobs or on-sales at about the same time.',
  })
  @Permit('read')
  @Returns(CalendarDto)
  get(@CurrentScope() scope: Scope, @Query() query: CalendarQuery): Promise<CalendarDto> {
    return this.calendar.read(scope, query);
  }

  @Get('jobs/:id/move')
  @ApiOperation({
    summary: 'Preview moving a job to another start',
    description:
      'Checks its tasks again for the new time. `PATCH /jobs/{id}` with this ETag as `If-Match` moves it.',
  })
  @Permit('read')
  @Returns(JobMoveDto, { versioned: true })
  @ErrorResponses(409)
  previewMove(@CurrentScope() scope: Scope, @IdParam() id: number, @Query() query: JobMoveQuery) {
    return this.moves.preview(scope, id, query.scheduled_at);
  }
}
