import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Permit } from '../../platform/access/permit';
import { Answers, Lists, Refuses } from '../../platform/http/answers';
import { IdParam } from '../../platform/http/parameters';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TaskCommandsService } from './task-commands.service';
import { MarkBoughtDto, StartTaskDto, TaskDto } from './tasks.dto';

/** What people ask of tasks. */
@ApiTags('tasks')
@Controller('tasks')
export class TaskCommandsController {
  constructor(private readonly commands: TaskCommandsService) {}

  @Post('bought')
  @Permit('write')
  @Lists(TaskDto)
  @Refuses(404)
  bought(@CurrentScope() scope: Scope, @Body() body: MarkBoughtDto): Promise<TaskDto[]> {
    return this.commands.markBought(scope, body);
  }

  /** A person has asked the site: nothing was paid for this task. */
  @Post(':id/payment-checked')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  paymentChecked(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.paymentChecked(scope, id);
  }

  @Post(':id/start')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  start(@CurrentScope() scope: Scope, @IdParam() id: number, @Body() body: StartTaskDto) {
    return this.commands.command(scope, id, 'start', body.now);
  }

  @Post(':id/stop')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  stop(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.command(scope, id, 'stop');
  }

  @Post(':id/pause')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  pause(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.command(scope, id, 'pause');
  }

  @Post(':id/resume')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  resume(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.commands.command(scope, id, 'resume');
  }
}
