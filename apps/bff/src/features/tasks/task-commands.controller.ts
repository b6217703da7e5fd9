import type { TaskCommand } from '@tessera/domain';
import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Permit } from '../../platform/access/permit';
import { Answers, Lists, Refuses } from '../../platform/http/answers';
import { IdParam } from '../../platform/http/parameters';
import { etag } from '../../platform/http/versions';
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
  async paymentChecked(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { version, task } = await this.commands.paymentChecked(scope, id);
    return etag(reply, version, task);
  }

  @Post(':id/start')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  start(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() body: StartTaskDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.send(scope, id, 'start', reply, body.now);
  }

  @Post(':id/stop')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  stop(@CurrentScope() scope: Scope, @IdParam() id: number, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.send(scope, id, 'stop', reply);
  }

  @Post(':id/pause')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  pause(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.send(scope, id, 'pause', reply);
  }

  @Post(':id/resume')
  @Permit('write')
  @Answers(TaskDto, { versioned: true })
  resume(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.send(scope, id, 'resume', reply);
  }

  private async send(scope: Scope, id: number, command: TaskCommand, reply: FastifyReply, now?: boolean) {
    const { version, task } = await this.commands.command(scope, id, command, now);
    return etag(reply, version, task);
  }
}
