// What the routes below /api/publishing answer.

/** What the server needs of a release before it can be completed. */
export interface StartedUpload {
  upload_id: number;
  /** SHA-256 of the files that it doesn't have, as hex. */
  missing: string[];
}

/** How a release's loads went in the last 24 hours. */
export interface LoadFigures {
  loads: number;
  /** Share of failed loads, from 0 to 1; null: no loads. */
  error_rate: number | null;
  p95_ms: number | null;
}

/** A release that the server has. */
export interface PublishedRelease {
  id: number;
  version: string;
  /** `published`: nobody gets it. */
  state: 'stable' | 'canary' | 'rolled_back' | 'published';
  created_at: string;
  published_by: string | null;
  /** Why the console can't run it; null: it can. */
  incompatible: string | null;
  stats: LoadFigures;
  /** What the errors of loads that failed in the last 24 hours said, the most frequent first. */
  failures: { message: string; loads: number }[];
}

/** A module with its releases and who gets them. */
export interface PublishedModule {
  name: string;
  title: string;
  enabled: boolean;
  stable_release_id: number | null;
  canaries: { release_id: number; realm_id: number | null; percent: number | null }[];
  releases: PublishedRelease[];
}

/** Describes who gets which release, e.g. `mf-x: stable 1.1.0, canary 1.2.0 for 5 % of the users`. */
export function describeAssignments(module: PublishedModule): string {
  const versionOf = (id: number | null) => module.releases.find((release) => release.id === id)?.version;
  const stable = versionOf(module.stable_release_id);
  const canaries = module.canaries.map(({ release_id, realm_id, percent }) => {
    const target = realm_id === null ? `${percent ?? 0} % of the users` : `realm ${realm_id}`;
    return `canary ${versionOf(release_id) ?? 'of an unknown release'} for ${target}`;
  });
  const parts = [stable ? `stable ${stable}` : 'nothing stable', ...canaries];
  return `${module.name}: ${parts.join(', ')}${module.enabled ? '' : ' (disabled)'}`;
}
