import { manifestFile, type ReleaseManifest } from '@tessera/domain/module-release';
import type { ModuleRelease } from '@tessera/federation';
import type { Announcement } from './announcement';

/** How long a development server has for its module.json. */
const limitMs = 1_500;

/** A module of this computer whose development server serves another one. */
export interface MisnamedModule extends ModuleRelease {
  servedName: string;
}

export const isMisnamed = (release: ModuleRelease): release is MisnamedModule => 'servedName' in release;

/**
 * Completes the modules of this computer by their module.json, which only this browser can fetch. Without an answer they keep
 * what the server announced. Where overrides are off, they are left out.
 */
export async function describeLocalModules(announcement: Announcement): Promise<Announcement> {
  const modules = await Promise.all(
    announcement.modules.filter(({ channel }) => channel !== 'local' || announcement.overrides).map(describe),
  );
  return { ...announcement, modules };
}

async function describe(release: ModuleRelease): Promise<ModuleRelease | MisnamedModule> {
  if (release.channel !== 'local') return release;
  try {
    const response = await fetch(new URL(manifestFile, release.base_url), {
      cache: 'no-store',
      signal: AbortSignal.timeout(limitMs),
    });
    const { name, title, owner, version, routes, nav } = (await response.json()) as ReleaseManifest;
    if (!response.ok) return release;
    if (name !== release.name) return { ...release, servedName: name };
    return { ...release, title, owner, version, routes, nav };
  } catch {
    return release;
  }
}
