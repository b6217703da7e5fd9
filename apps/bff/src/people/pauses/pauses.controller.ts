import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { PauseDto, PauseInput } from './pauses.dto';
import { PausesService } from './pauses.service';

/** One switch for a bad hour: of a realm by its owners, of everything by administrators. */
@ApiTags('pauses')
@Controller('pauses')
export class PausesController {
  constructor(private readonly pauses: PausesService) {}

  @Get()
  @ApiOperation({ summary: 'List the pauses in force that concern you' })
  @Permit('read')
  @Lists(PauseDto)
  list(@CurrentScope() scope: Scope): Promise<PauseDto[]> {
    return this.pauses.list(scope);
  }

  @Post()
  @ApiOperation({
    summary: 'Pause a realm, or everything',
    description:
      'Workers get no task of it and pause those that they run, schedules wait, and tasks keep their own state. A pause that is in force already is returned as it is.',
  })
  @Permit('write')
  @Returns(PauseDto)
  @ErrorResponses(403, 409)
  begin(@CurrentScope() scope: Scope, @Body() input: PauseInput): Promise<PauseDto> {
    return this.pauses.begin(scope, input);
  }

  @Post(':id/resume')
  @ApiOperation({ summary: 'End a pause', description: 'One that has ended stays as it is.' })
  @Permit('write')
  @Returns(PauseDto)
  @ErrorResponses(403)
  resume(@CurrentScope() scope: Scope, @IdParam() id: number): Promise<PauseDto> {
    return this.pauses.resume(scope, id);
  }
}
