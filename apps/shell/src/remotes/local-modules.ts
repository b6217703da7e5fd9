import { manifestFile, type ReleaseManifest } from '@tessera/domain/module-release';
import type { ModuleRelease } from '@tessera/federation';
import type { Announcement } from './announcement';

/** How long a development server has for its module.json. */
const limitMs = 1_500;

/** Why a module of this computer can't be had. */
export type LocalProblem =
  | { kind: 'silent' }
  /** The development server serves another module. */
  | { kind: 'misnamed'; served: string };

/** A module of this computer that its development server doesn't serve. */
interface MissingLocalModule extends ModuleRelease {
  problem: LocalProblem;
}

const isMissing = (release: ModuleRelease): release is MissingLocalModule => 'problem' in release;

/** Why a module of this computer can't be had; null: it can, or isn't of this computer. */
export const localProblemOf = (release: ModuleRelease): LocalProblem | null =>
  isMissing(release) ? release.problem : null;

/**
 * Completes the modules of this computer by their module.json, which only this browser can fetch. Those that their
 * development server doesn't serve keep what the server announced. Where overrides are off, they are left out.
 */
export async function describeLocalModules(announcement: Announcement): Promise<Announcement> {
  const modules = await Promise.all(
    announcement.modules.filter(({ channel }) => channel !== 'local' || announcement.overrides).map(describe),
  );
  return { ...announcement, modules };
}

async function describe(release: ModuleRelease): Promise<ModuleRelease | MissingLocalModule> {
  if (release.channel !== 'local') return release;
  const silent: MissingLocalModule = { ...release, problem: { kind: 'silent' } };
  try {
    const response = await fetch(new URL(manifestFile, release.base_url), {
      cache: 'no-store',
      signal: AbortSignal.timeout(limitMs),
    });
    const {
      name,
      title,
      owner,
      version,
      routes,
      nav,
      slots = [],
    } = (await response.json()) as ReleaseManifest;
    if (!response.ok) return silent;
    if (name !== release.name) return { ...release, problem: { kind: 'misnamed', served: name } };
    return { ...release, title, owner, version, routes, nav, slots };
  } catch {
    return silent;
  }
}
