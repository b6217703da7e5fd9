import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../platform/access/permit';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { Lists } from '../../platform/http/answers';
import { systemScope } from '../../platform/realm-scope/scope';
import { overridesOf, withOverrides } from './module-overrides';
import { ModuleDto } from './modules.dto';
import { ModulesRepository } from './modules.repository';

@Controller('modules')
export class ModulesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
    private readonly modules: ModulesRepository,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the modules that the shell loads',
    description: 'Public, for the sign-in page; with a bearer, the releases for its realm.',
  })
  @Public()
  @Lists(ModuleDto)
  async list(@Req() request: FastifyRequest): Promise<ModuleDto[]> {
    const realmId = request.caller?.account?.realmId ?? null;
    const modules = await this.transactions.read(systemScope('modules'), (tx) =>
      this.modules.listReleases(tx, realmId),
    );
    return this.config.moduleOverrides ? withOverrides(modules, overridesOf(request.headers)) : modules;
  }
}
