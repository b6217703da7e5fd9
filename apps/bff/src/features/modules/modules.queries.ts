import type { Tx } from '../../platform/database/transactions';
import type { ModuleDto } from './modules.dto';

export type Release = Omit<ModuleDto, 'channel'>;

/** The release of each enabled module that a realm gets: a canary for it, one for a share of realms, or the stable one. */
export function releasesFor(tx: Tx, realmId: number | null): Promise<ModuleDto[]> {
  return tx.query<ModuleDto>(
    `SELECT DISTINCT ON (m.name) m.name, m.title, r.version, a.channel, r.manifest_url, r.integrity, r.routes, r.nav
     FROM modules m
     JOIN module_assignments a ON a.module_id = m.id
     JOIN module_releases r ON r.id = a.release_id
     WHERE m.enabled AND (
       a.channel = 'stable'
       OR a.realm_id = $1
       OR a.realm_id IS NULL AND $1::int IS NOT NULL
         AND abs(hashtext(m.name || ':' || $1::text)::bigint) % 100 < coalesce(a.percent, 0))
     ORDER BY m.name, a.channel = 'canary' DESC, a.realm_id IS NOT NULL DESC`,
    [realmId],
  );
}

/**
 * Records a release and answers whether it is new. `served` tells whether this machine still has a release's files.
 * A new one becomes the stable one; a known one only where the stable one's files are gone, so that an
 * administrator's choice outlives a restart.
 */
export async function register(
  tx: Tx,
  release: Release,
  served: (manifestUrl: string) => boolean,
): Promise<void> {
  const [module] = await tx.query<{ id: number }>(
    `INSERT INTO modules (name, title) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET title = excluded.title RETURNING id`,
    [release.name, release.title],
  );
  const [added] = await tx.query<{ id: number }>(
    `INSERT INTO module_releases (module_id, version, manifest_url, integrity, routes, nav)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (module_id, version) DO NOTHING RETURNING id`,
    [
      module?.id,
      release.version,
      release.manifest_url,
      release.integrity,
      JSON.stringify(release.routes),
      JSON.stringify(release.nav),
    ],
  );
  const [stable] = await tx.query<{ manifest_url: string }>(
    `SELECT r.manifest_url FROM module_assignments a JOIN module_releases r ON r.id = a.release_id
     WHERE a.module_id = $1 AND a.channel = 'stable'`,
    [module?.id],
  );
  if (stable && !added && served(stable.manifest_url)) return;
  await tx.execute(
    `INSERT INTO module_assignments (module_id, release_id, channel)
     SELECT $1, id, 'stable' FROM module_releases WHERE module_id = $1 AND version = $2
     ON CONFLICT (module_id, channel, realm_id) DO UPDATE SET release_id = excluded.release_id`,
    [module?.id, release.version],
  );
}
