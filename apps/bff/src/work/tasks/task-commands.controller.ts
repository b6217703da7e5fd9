import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PermitAct } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TaskCommandsService } from './task-commands.service';
import { MarkBoughtDto, StartTaskDto, TaskDto } from './tasks.dto';

/** Commands that people send to tasks. */
@ApiTags('tasks')
@Controller('tasks')
export class TaskCommandsController {
  constructor(private readonly commands: TaskCommandsService) {}

  @Post('bought')
  @ApiOperation({ summary: "Mark a login's tasks for an event as bought" })
  @PermitAct('pay')
  @Lists(TaskDto)
  @ErrorResponses(404)
  bought(@CurrentScope() scope: Scope, @Body() body: MarkBoughtDto): Promise<TaskDto[]> {
    return this.commands.markBought(scope, body);
  }

  @Post(':id/payment-checked')
  @ApiOperation({
    summary: 'Record that nothing was paid for a finished task',
    description: 'For a person who has checked the order at the site.',
  })
  @PermitAct('pay')
  @Returns(TaskDto, { versioned: true })
  paymentChecked(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.closePaymentCheck(scope, id);
  }

  @Post(':id/start')
  @ApiOperation({ summary: 'Start a task' })
  @PermitAct('launch')
  @Returns(TaskDto, { versioned: true })
  start(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() body: StartTaskDto) {
    return this.commands.command(scope, id, 'start', body.now);
  }

  @Post(':id/stop')
  @ApiOperation({ summary: 'Stop a task' })
  @PermitAct('launch')
  @Returns(TaskDto, { versioned: true })
  stop(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.command(scope, id, 'stop');
  }

  @Post(':id/pause')
  @ApiOperation({ summary: 'Pause a task' })
  @PermitAct('launch')
  @Returns(TaskDto, { versioned: true })
  pause(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.command(scope, id, 'pause');
  }

  @Post(':id/resume')
  @ApiOperation({ summary: 'Resume a paused task' })
  @PermitAct('launch')
  @Returns(TaskDto, { versioned: true })
  resume(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.command(scope, id, 'resume');
  }
}
