import type { Projection } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { ModuleCanary } from './module-settings.dto';

/** A module as administrators see it; the newest release first. */
export const moduleSettings: Projection = {
  what: 'Module',
  columns: `m.id, m.name, m.title, m.enabled,
    (SELECT a.release_id FROM module_assignments a WHERE a.module_id = m.id AND a.channel = 'stable') AS stable_release_id,
    coalesce((SELECT json_agg(json_build_object('release_id', a.release_id, 'realm_id', a.realm_id, 'percent', a.percent)
      ORDER BY a.realm_id NULLS FIRST) FROM module_assignments a WHERE a.module_id = m.id AND a.channel = 'canary'), '[]')
      AS canaries,
    coalesce((SELECT json_agg(json_build_object('id', r.id, 'version', r.version, 'manifest_url', r.manifest_url,
      'integrity', r.integrity, 'created_at', to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      ORDER BY r.id DESC) FROM module_releases r WHERE r.module_id = m.id), '[]') AS releases,
    m.created_at, m.updated_at`,
  from: 'FROM modules m',
  version: 'm.version',
};

export const moduleSorts = { name: 'm.name', created_at: 'm.created_at', updated_at: 'm.updated_at' };

/** The module's releases among the ids. */
export const releasesOf = (tx: Tx, moduleId: number, ids: readonly number[]): Promise<{ id: number }[]> =>
  tx.query('SELECT id FROM module_releases WHERE module_id = $1 AND id = ANY ($2::int[])', [moduleId, ids]);

/** The realms among the ids that are there. */
export const realmsAmong = (tx: Tx, ids: readonly number[]): Promise<{ id: number }[]> =>
  tx.query('SELECT id FROM realms WHERE id = ANY ($1::int[]) AND deleted_at IS NULL', [ids]);

/** Makes a release the one that realms get. */
export const setStable = (tx: Tx, moduleId: number, releaseId: number): Promise<number> =>
  tx.execute(
    `INSERT INTO module_assignments (module_id, release_id, channel) VALUES ($1, $2, 'stable')
     ON CONFLICT (module_id, channel, realm_id) DO UPDATE SET release_id = excluded.release_id`,
    [moduleId, releaseId],
  );

/** Replaces who gets another release. */
export async function setCanaries(
  tx: Tx,
  moduleId: number,
  canaries: readonly ModuleCanary[],
): Promise<void> {
  await tx.execute(`DELETE FROM module_assignments WHERE module_id = $1 AND channel = 'canary'`, [moduleId]);
  await tx.execute(
    `INSERT INTO module_assignments (module_id, release_id, channel, realm_id, percent)
     SELECT $1, c.release_id, 'canary', c.realm_id, c.percent
     FROM jsonb_to_recordset($2::jsonb) AS c(release_id int, realm_id int, percent int)`,
    [moduleId, JSON.stringify(canaries)],
  );
}
