import type { ModuleReleaseDto, ModuleSettingsDto } from '@tessera/api';

/** What a module or a release is up to; the values are states of `StatusChip`. */
type State =
  'off' | 'incompatible' | 'rolled_back_automatically' | 'canary' | 'rolled_back' | 'stable' | 'published';

type Assigned = Pick<ModuleSettingsDto, 'canaries' | 'releases' | 'stable_release_id'>;

/** The release that everybody without a canary gets; undefined before the first promotion. */
export const stableRelease = ({ releases, stable_release_id }: Assigned): ModuleReleaseDto | undefined =>
  releases.find(({ id }) => id === stable_release_id);

/** Whether administrators don't get the stable release, because none of them has promoted it. */
export const isUnapproved = ({
  stable_release_id,
  approved_release_id,
}: Pick<ModuleSettingsDto, 'stable_release_id' | 'approved_release_id'>): boolean =>
  stable_release_id !== null && stable_release_id !== approved_release_id;

/** The release that the figures of a module are about: the stable one, before the first promotion a canary. */
export const servedRelease = (module: Assigned): ModuleReleaseDto | undefined =>
  stableRelease(module) ?? module.releases.find(({ id }) => id === module.canaries[0]?.release_id);

/** The newest release. */
export const newestRelease = ({ releases }: Assigned): ModuleReleaseDto | undefined => releases[0];

/** The newest release that can be given to users who don't have it; undefined: there is none. */
export const newestCandidate = ({ releases, stable_release_id }: Assigned): ModuleReleaseDto | undefined =>
  releases.find(({ id, incompatible }) => incompatible === null && id !== stable_release_id);

/** Whether a release is given to anybody. */
export const isInUse = ({ state }: ModuleReleaseDto): boolean => state === 'stable' || state === 'canary';

/** The state of a release. */
export function releaseState({ incompatible, rollback, state }: ModuleReleaseDto): State {
  if (incompatible !== null) return 'incompatible';
  const isAutomatic = state === 'rolled_back' && rollback !== null && rollback.reason !== 'request';
  return isAutomatic ? 'rolled_back_automatically' : state;
}

/** The state of a module: what needs attention comes before what is normal. */
export function moduleState(module: ModuleSettingsDto): State {
  if (!module.enabled) return 'off';
  const stable = stableRelease(module);
  if (stable && stable.incompatible !== null) return 'incompatible';
  if (module.canaries.length > 0) return 'canary';
  const newest = newestRelease(module);
  if (newest?.state === 'rolled_back') return releaseState(newest);
  return stable ? 'stable' : 'published';
}
