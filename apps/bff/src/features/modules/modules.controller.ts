import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../platform/access/permit';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { Lists } from '../../platform/http/answers';
import { systemScope } from '../../platform/realm-scope/scope';
import { overridesOf, withOverrides } from './module-overrides';
import { ModuleDto } from './modules.dto';
import { releasesFor } from './modules.queries';

@Controller('modules')
export class ModulesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** The remotes to load. Public, for the first paint; a bearer's realm may get other releases. */
  @Get()
  @Public()
  @Lists(ModuleDto)
  async list(@Req() request: FastifyRequest): Promise<ModuleDto[]> {
    const realmId = request.caller?.account?.realmId ?? null;
    const modules = await this.transactions.read(systemScope('modules'), (tx) => releasesFor(tx, realmId));
    return this.config.moduleOverrides ? withOverrides(modules, overridesOf(request.headers)) : modules;
  }
}
