import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import {
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import type { ModuleCanary, ModuleSettingsDto, ModuleSettingsQuery } from './module-settings.dto';
import { ModuleAssignment } from './registry/module-assignment.entity';

/** A module with its releases, the newest first, and which of them runs where. */
const settingsProjection: Projection = {
  what: 'Module',
  columns: `m.id, m.name, m.title, m.enabled,
    (SELECT a.release_id FROM module_assignments a WHERE a.module_id = m.id AND a.channel = 'stable') AS stable_release_id,
    coalesce((SELECT json_agg(json_build_object('release_id', a.release_id, 'realm_id', a.realm_id, 'percent', a.percent)
      ORDER BY a.realm_id NULLS FIRST) FROM module_assignments a WHERE a.module_id = m.id AND a.channel = 'canary'), '[]')
      AS canaries,
    coalesce((SELECT json_agg(json_build_object('id', r.id, 'version', r.version, 'created_at', to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      ORDER BY r.id DESC) FROM module_releases r WHERE r.module_id = m.id), '[]') AS releases,
    m.created_at, m.updated_at`,
  from: 'FROM modules m',
  version: 'm.version',
};

export const moduleSorts = { name: 'm.name', created_at: 'm.created_at', updated_at: 'm.updated_at' };

const readSettings = (tx: Tx, id: number): Promise<Found<ModuleSettingsDto>> =>
  selectOne(tx, settingsProjection, 'm.id = $1', [id]);

/** Reads and writes modules, their releases and which of them each realm gets. */
@Injectable()
export class ModulesRepository {
  listSettings(tx: Tx, query: ModuleSettingsQuery, pagination: Pagination): Promise<Page<ModuleSettingsDto>> {
    const where = new Conditions().search(['m.name', 'm.title'], query.q);
    return selectPage<ModuleSettingsDto>(tx, settingsProjection, where, pagination);
  }

  /** A module's settings with their version; 404 when there is none. */
  readSettings(tx: Tx, id: number): Promise<Found<ModuleSettingsDto>> {
    return readSettings(tx, id);
  }

  /** As `readSettings`, locked until the transaction ends; 412 when `ifMatch` is stale. */
  async lockSettings(tx: Tx, id: number, ifMatch: string | undefined): Promise<ModuleSettingsDto> {
    return (await lockFound(tx, 'modules', id, readSettings, ifMatch)).answer;
  }

  /** Those of the ids that are releases of the module. */
  async filterReleases(tx: Tx, moduleId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ id: number }>(
      'SELECT id FROM module_releases WHERE module_id = $1 AND id = ANY ($2::int[])',
      [moduleId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Those of the ids that are realms. */
  async filterRealms(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ id: number }>(
      'SELECT id FROM realms WHERE id = ANY ($1::int[]) AND deleted_at IS NULL',
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Gives a release to all realms without a canary. */
  async setStable(tx: Tx, moduleId: number, releaseId: number): Promise<void> {
    await tx.execute(
      `INSERT INTO module_assignments (module_id, release_id, channel) VALUES ($1, $2, 'stable')
       ON CONFLICT (module_id, channel, realm_id) DO UPDATE SET release_id = excluded.release_id`,
      [moduleId, releaseId],
    );
  }

  /** Replaces the canaries of a module. */
  async setCanaries(tx: Tx, moduleId: number, canaries: readonly ModuleCanary[]): Promise<void> {
    await tx.manager.delete(ModuleAssignment, { module_id: moduleId, channel: 'canary' });
    await tx.manager.insert(
      ModuleAssignment,
      canaries.map(({ release_id, realm_id, percent }) => ({
        module_id: moduleId,
        release_id,
        channel: 'canary',
        realm_id,
        percent,
      })),
    );
  }

  /** Enables or disables a module. Raises its version in any case, since its ETag covers the assignments too. */
  async setEnabled(tx: Tx, id: number, enabled: boolean | undefined): Promise<void> {
    await tx.execute(
      'UPDATE modules SET enabled = coalesce($2, enabled), version = version + 1 WHERE id = $1',
      [id, enabled ?? null],
    );
  }
}
