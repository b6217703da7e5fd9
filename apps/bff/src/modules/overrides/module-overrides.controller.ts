import { Body, Controller, Delete, Param, Put, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentAccount } from '../../platform/access/caller';
import { AnySession, WorksWhenSuspended } from '../../platform/access/permit';
import type { Account } from '../../platform/auth/account';
import { Text } from '../../platform/http/fields';
import { Empty, ErrorResponses } from '../../platform/http/responses';
import { ModuleOverrides } from './module-overrides';

/** Body of `PUT /modules/overrides/{name}`. */
export class ModuleOverride {
  @Text({
    max: 100,
    description: 'http origin of the machine of the browser',
    example: 'http://localhost:4205',
  })
  origin: string;
}

/** Modules that developers load from their own machine. */
@ApiTags('modules')
@WorksWhenSuspended()
@Controller('modules/overrides')
export class ModuleOverridesController {
  constructor(private readonly overrides: ModuleOverrides) {}

  @Put(':name')
  @ApiOperation({
    summary: 'Load a module from the own machine, in this browser',
    description:
      'For administrators and developers of the module, where the installation allows it. Sets a cookie for 12 hours.',
  })
  @AnySession()
  @Empty()
  @ErrorResponses(403)
  set(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentAccount() account: Account,
    @Param('name') name: string,
    @Body() { origin }: ModuleOverride,
  ): Promise<void> {
    return this.overrides.set(request, reply, account, { name, origin });
  }

  @Delete(':name')
  @ApiOperation({ summary: 'Load the published release of a module again, in this browser' })
  @AnySession()
  @Empty()
  remove(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentAccount() account: Account,
    @Param('name') name: string,
  ): Promise<void> {
    return this.overrides.remove(request, reply, account, name);
  }
}
