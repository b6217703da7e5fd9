import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Conditions } from '../../platform/database/conditions';
import { type Found, lockFound, selectOne, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { canaryErrors } from './canary-rules';
import type { ModuleSettingsChange, ModuleSettingsDto, ModuleSettingsQuery } from './module-settings.dto';
import {
  moduleSettings,
  moduleSorts,
  realmsAmong,
  releasesOf,
  setCanaries,
  setStable,
} from './module-settings.queries';

const read = (tx: Tx, id: number): Promise<Found<ModuleSettingsDto>> =>
  selectOne(tx, moduleSettings, 'm.id = $1', [id]);

/** Which release of a module runs where: administrators alone. */
@Injectable()
export class ModuleSettingsService {
  constructor(private readonly transactions: Transactions) {}

  list(scope: Scope, query: ModuleSettingsQuery): Promise<ListAnswer<ModuleSettingsDto>> {
    const pagination = readPagination(query, moduleSorts, 'name', 'm.id');
    const where = new Conditions().search(['m.name', 'm.title'], query.q);
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<ModuleSettingsDto>(tx, moduleSettings, where, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<ModuleSettingsDto>> {
    return this.transactions.read(scope, (tx) => read(tx, id));
  }

  /** Changes the fields sent, at once for every browser that loads from then on. */
  change(
    scope: Scope,
    id: number,
    change: ModuleSettingsChange,
    ifMatch: string | undefined,
  ): Promise<Found<ModuleSettingsDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lockFound(tx, 'modules', id, read, ifMatch);
      await check(tx, id, change);
      if (change.stable_release_id !== undefined) await setStable(tx, id, change.stable_release_id);
      if (change.canaries !== undefined) await setCanaries(tx, id, change.canaries);
      // The module's own row moves with every change, so that its ETag counts the assignments too.
      await tx.execute(
        'UPDATE modules SET enabled = coalesce($2, enabled), version = version + 1 WHERE id = $1',
        [id, change.enabled ?? null],
      );
      const after = await read(tx, id);
      await audit(tx, {
        action: 'module.update',
        entity: 'module',
        entity_id: id,
        realm_id: null,
        before: before.answer,
        after: after.answer,
      });
      return after;
    });
  }
}

/** @throws 400 naming a release or realm that isn't there, or canaries that contradict one another */
async function check(tx: Tx, id: number, change: ModuleSettingsChange): Promise<void> {
  const canaries = change.canaries ?? [];
  const errors = canaryErrors(canaries);
  const stable = change.stable_release_id;
  const asked = [...canaries.map(({ release_id }) => release_id), ...(stable === undefined ? [] : [stable])];
  const releases = new Set((await releasesOf(tx, id, asked)).map((release) => release.id));
  const realmIds = canaries.flatMap(({ realm_id }) => (realm_id === null ? [] : [realm_id]));
  const realms = new Set((await realmsAmong(tx, realmIds)).map((realm) => realm.id));
  const noRelease = { message: 'The module has no such release', code: 'NOT_FOUND' } as const;
  if (stable !== undefined && !releases.has(stable))
    errors.push({ field: 'stable_release_id', ...noRelease });
  canaries.forEach(({ release_id, realm_id }, i) => {
    if (!releases.has(release_id)) errors.push({ field: `canaries.${i}.release_id`, ...noRelease });
    if (realm_id !== null && !realms.has(realm_id)) {
      errors.push({ field: `canaries.${i}.realm_id`, message: 'There is no such realm', code: 'NOT_FOUND' });
    }
  });
  if (errors.length > 0) throw invalid(errors);
}
