import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../platform/access/permit';
import { Lists } from '../../platform/http/answers';
import { ModuleDto } from './modules.dto';
import { ModulesService } from './modules.service';

/** The modules that a page loads. */
@Controller('modules')
export class ModulesController {
  constructor(private readonly modules: ModulesService) {}

  @Get()
  @ApiOperation({
    summary: 'List the modules that the shell loads',
    description: 'Public, for the sign-in page; with a bearer, the releases for its realm.',
  })
  @Public()
  @Lists(ModuleDto)
  list(@Req() { caller, headers }: FastifyRequest): Promise<ModuleDto[]> {
    return this.modules.list(caller?.account?.realmId ?? null, headers);
  }
}
