import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { instantJsonSql } from '../../platform/database/instants';
import { type Found, type Projection, selectOne, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import type { ModuleReleaseDto, ModuleSettingsDto, ModuleSettingsQuery } from './settings.dto';

/** Releases that a module's settings list, beside those that are assigned. */
const MAX_RELEASES = 100;

/** A release as the database has it. */
export type ReleaseRow = Omit<ModuleReleaseDto, 'incompatible' | 'declares' | 'stats'>;

/** A module's settings as the database has them. */
export type SettingsRow = Omit<ModuleSettingsDto, 'releases'> & { releases: ReleaseRow[] };

/** The last roll-back of a release (alias `r`) as JSON. */
const rollbackSql = `(SELECT json_build_object('at', ${instantJsonSql('b.at')}, 'channel', b.channel, 'reason', b.reason,
  'to_release_id', b.to_release_id, 'measured', b.measured) FROM module_rollbacks b
  WHERE b.module_id = r.module_id AND b.release_id = r.id ORDER BY b.id DESC LIMIT 1)`;

/** A release counts as rolled back until it is assigned again. */
const stateSql = `CASE WHEN s.release_id = r.id THEN 'stable'
  WHEN c.assigned_at IS NOT NULL THEN 'canary'
  WHEN EXISTS (SELECT FROM module_rollbacks b WHERE b.module_id = r.module_id AND b.release_id = r.id AND b.at >= coalesce(
    (SELECT max(p.assigned_at) FROM module_past_assignments p WHERE p.release_id = r.id), b.at)) THEN 'rolled_back'
  ELSE 'published' END`;

const releasesSql = `coalesce((SELECT json_agg(json_build_object('id', r.id, 'version', r.version, 'owner', r.owner,
    'publisher', (SELECT p.name FROM module_publishers p WHERE p.id = r.publisher_id), 'published_by', r.published_by,
    'key', r.key_id, 'size_bytes', r.size_bytes, 'created_at', ${instantJsonSql('r.created_at')}, 'state', ${stateSql},
    'assigned_at', ${instantJsonSql('coalesce(CASE WHEN s.release_id = r.id THEN s.assigned_at END, c.assigned_at)')},
    'rollback', ${rollbackSql}) ORDER BY r.id DESC)
  FROM module_releases r LEFT JOIN LATERAL (SELECT min(a.assigned_at) AS assigned_at FROM module_assignments a
    WHERE a.module_id = m.id AND a.release_id = r.id AND a.channel = 'canary') c ON true
  WHERE r.module_id = m.id AND (r.id IN (s.release_id, s.previous_release_id, s.approved_release_id) OR c.assigned_at IS NOT NULL OR r.id IN (
    SELECT n.id FROM module_releases n WHERE n.module_id = m.id ORDER BY n.id DESC LIMIT ${MAX_RELEASES}))), '[]')`;

/** A module with its releases, the newest first, and who gets which. */
const settingsProjection: Projection = {
  what: 'Module',
  columns: `m.id, m.name, m.title, m.owner, m.enabled, m.disabled_by, m.administrators_decide,
    s.release_id AS stable_release_id, s.previous_release_id, s.approved_release_id,
    coalesce((SELECT json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY ${textOrder('p.name')}) FROM module_publishers p
      WHERE m.name = ANY (p.modules)), '[]') AS publishers,
    coalesce((SELECT json_agg(json_build_object('release_id', a.release_id, 'realm_id', a.realm_id, 'percent', a.percent)
      ORDER BY a.realm_id NULLS FIRST) FROM module_assignments a WHERE a.module_id = m.id AND a.channel = 'canary'), '[]')
      AS canaries,
    m.error_budget_percent::float8 AS error_budget_percent, m.load_budget_ms, m.automatic_rollback,
    ${releasesSql} AS releases, m.created_at, m.updated_at`,
  from: `FROM modules m LEFT JOIN module_assignments s ON s.module_id = m.id AND s.channel = 'stable'`,
  version: 'm.version',
};

export const moduleSorts = { name: 'm.name', created_at: 'm.created_at', updated_at: 'm.updated_at' };

/** Reads modules with their releases and who gets them. */
@Injectable()
export class SettingsRepository {
  listSettings(tx: Tx, query: ModuleSettingsQuery, pagination: Pagination): Promise<Page<SettingsRow>> {
    const where = new Conditions().search(['m.name', 'm.title'], query.q);
    return selectPage<SettingsRow>(tx, settingsProjection, where, pagination);
  }

  /** A module's settings with their version; 404 when there is none. */
  readSettings(tx: Tx, id: number): Promise<Found<SettingsRow>> {
    return selectOne(tx, settingsProjection, 'm.id = $1', [id]);
  }

  /** The settings of those modules that exist, by name. */
  findSettings(tx: Tx, names: readonly string[]): Promise<SettingsRow[]> {
    const { columns, from } = settingsProjection;
    return tx.query<SettingsRow>(
      `SELECT ${columns} ${from} WHERE m.name = ANY ($1::text[]) ORDER BY m.name`,
      [names],
    );
  }

  /** Whether there is such a module. */
  async hasModule(tx: Tx, id: number): Promise<boolean> {
    return (await tx.query('SELECT FROM modules WHERE id = $1', [id])).length > 0;
  }
}
