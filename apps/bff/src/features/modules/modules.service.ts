import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { overridesOf, withOverrides } from './module-overrides';
import type { ModuleDto } from './modules.dto';
import { ModulesRepository } from './modules.repository';

/** The modules that a page loads. */
@Injectable()
export class ModulesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
    private readonly modules: ModulesRepository,
  ) {}

  /** The releases for a realm, with the overrides of the browser where the server allows them. */
  async list(realmId: number | null, headers: IncomingHttpHeaders): Promise<ModuleDto[]> {
    const modules = await this.transactions.read(systemScope('modules'), (tx) =>
      this.modules.listReleases(tx, realmId),
    );
    return this.config.moduleOverrides ? withOverrides(modules, overridesOf(headers)) : modules;
  }
}
