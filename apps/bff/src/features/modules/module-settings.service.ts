import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { canaryErrors } from './canary-rules';
import type { ModuleSettingsChange, ModuleSettingsDto, ModuleSettingsQuery } from './module-settings.dto';
import { moduleSorts, ModulesRepository } from './modules.repository';

/** Modules and the releases that realms get, for administrators. */
@Injectable()
export class ModuleSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly modules: ModulesRepository,
  ) {}

  list(scope: Scope, query: ModuleSettingsQuery): Promise<ListAnswer<ModuleSettingsDto>> {
    const pagination = readPagination(query, moduleSorts, 'name', 'm.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await this.modules.listSettings(tx, query, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<ModuleSettingsDto>> {
    return this.transactions.read(scope, (tx) => this.modules.readSettings(tx, id));
  }

  /** Changes the fields sent; pages that load from then on get the new releases. */
  change(
    scope: Scope,
    id: number,
    change: ModuleSettingsChange,
    ifMatch: string | undefined,
  ): Promise<Found<ModuleSettingsDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await this.modules.lockSettings(tx, id, ifMatch);
      await this.check(tx, id, change);
      if (change.stable_release_id !== undefined)
        await this.modules.setStable(tx, id, change.stable_release_id);
      if (change.canaries !== undefined) await this.modules.setCanaries(tx, id, change.canaries);
      await this.modules.setEnabled(tx, id, change.enabled);
      const after = await this.modules.readSettings(tx, id);
      await audit(tx, {
        action: 'module.update',
        entity: 'module',
        entity_id: id,
        realm_id: null,
        before,
        after: after.answer,
      });
      return after;
    });
  }

  /** 400 naming releases and realms that don't exist, and canaries that contradict one another. */
  private async check(tx: Tx, id: number, change: ModuleSettingsChange): Promise<void> {
    const { stable_release_id: stable, canaries = [] } = change;
    const errors = canaryErrors(canaries);
    const releaseIds = canaries.map(({ release_id }) => release_id);
    const realmIds = canaries.flatMap(({ realm_id }) => (realm_id === null ? [] : [realm_id]));
    const releases = await this.modules.filterReleases(
      tx,
      id,
      stable === undefined ? releaseIds : [...releaseIds, stable],
    );
    const realms = await this.modules.filterRealms(tx, realmIds);
    const noRelease = { message: 'The module has no such release', code: 'NOT_FOUND' } as const;
    if (stable !== undefined && !releases.has(stable))
      errors.push({ field: 'stable_release_id', ...noRelease });
    canaries.forEach(({ release_id, realm_id }, i) => {
      if (!releases.has(release_id)) errors.push({ field: `canaries.${i}.release_id`, ...noRelease });
      if (realm_id !== null && !realms.has(realm_id)) {
        errors.push({
          field: `canaries.${i}.realm_id`,
          message: 'There is no such realm',
          code: 'NOT_FOUND',
        });
      }
    });
    if (errors.length > 0) throw invalid(errors);
  }
}
