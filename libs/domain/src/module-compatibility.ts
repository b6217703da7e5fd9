import type { ReleaseManifest, ShellContract } from './module-release';
import type { ReleaseProblem } from './module-rules';

/** The functions of the package `semver` that the rules use. */
export interface VersionRules {
  /** Null when it isn't a range. */
  validRange(range: string): string | null;
  satisfies(version: string, range: string): boolean;
}

export type ReleaseNeeds = Pick<ReleaseManifest, 'name' | 'version' | 'shell' | 'packages' | 'uses'>;

/** First segments of the paths that belong to the shell and the server. */
export const shellSegments: readonly string[] = [
  '',
  'account',
  'api',
  'auth',
  'bot-blocked',
  'dashboard',
  'healthz',
  'metrics',
  'modules',
  'notifications',
  'readyz',
  'unauthorized',
];

/** The first segment of a path, by which modules own their paths: `sites` of `/sites/:siteId/events`. */
export const firstSegmentOf = (path: string): string => path.split('/')[1] ?? '';

/** Why a shell can't run a release: the range of its contract, shared packages, and names that it doesn't export. */
export function findIncompatibilities(
  manifest: ReleaseNeeds,
  contract: ShellContract,
  versions: VersionRules,
): ReleaseProblem[] {
  const release = `${manifest.name} ${manifest.version}`;
  const compare = (field: string, needs: string, range: string, provided: string): ReleaseProblem[] => {
    if (versions.validRange(range) === null)
      return [{ field, message: `${field} is ${range}, which is no range of versions` }];
    return versions.satisfies(provided, range)
      ? []
      : [{ field, message: `${release} needs ${needs} ${range}; the shell provides ${provided}` }];
  };
  return [
    ...compare('shell', 'the shell contract', manifest.shell, contract.version),
    ...Object.entries(manifest.packages).flatMap(([name, range]) => {
      const provided = ownValue(contract.packages, name);
      return provided === undefined
        ? [
            {
              field: `packages.${name}`,
              message: `${release} needs ${name} ${range}; the shell doesn't provide it`,
            },
          ]
        : compare(`packages.${name}`, name, range, provided);
    }),
    ...findMissingNames(manifest, contract),
  ];
}

function findMissingNames({ name, version, uses }: ReleaseNeeds, contract: ShellContract): ReleaseProblem[] {
  return Object.entries(uses).flatMap(([entry, names]) => {
    const exported = ownValue(contract.exports, entry);
    if (exported === null) return [];
    const known = new Set(exported);
    const missing = names.filter((imported) => imported !== '*' && !known.has(imported));
    if (exported !== undefined && missing.length === 0) return [];
    const message =
      exported === undefined
        ? `${name} ${version} imports from ${entry}, which the shell doesn't provide`
        : `${name} ${version} imports ${listOf(missing)} from ${entry}, which the shell's version doesn't export`;
    return [{ field: `uses.${entry}`, message }];
  });
}

/**
 * The routes of a release that belong to the shell or to another module. `owners` gives the module that owns a first
 * segment, `kept` the paths that the module has already and may keep. A release that isn't built has no version.
 */
export function findForeignRoutes(
  { name, version, routes }: Pick<ReleaseManifest, 'name' | 'routes'> & { version?: string },
  owners: ReadonlyMap<string, string>,
  kept: ReadonlySet<string> = new Set(),
): ReleaseProblem[] {
  const release = version === undefined ? name : `${name} ${version}`;
  return routes.flatMap(({ path }, i) => {
    const segment = firstSegmentOf(path);
    const owner = shellSegments.includes(segment) ? 'the shell' : owners.get(segment);
    return owner === undefined || owner === name || kept.has(path)
      ? []
      : [
          {
            field: `routes.${i}.path`,
            message: `${release} can't have the route ${path}: /${segment} belongs to ${owner}`,
          },
        ];
  });
}

/** Reads the text of a shell-contract.json; null when it isn't one. */
export function readShellContract(text: string): ShellContract | null {
  try {
    const content = JSON.parse(text) as Partial<ShellContract> | null;
    const isContract =
      typeof content?.version === 'string' && isRecord(content.packages) && isRecord(content.exports);
    return isContract ? (content as ShellContract) : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownValue = <T>(record: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** `a, b and c`, shortened where there are many. */
function listOf(names: readonly string[]): string {
  const most = 10;
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : shown.join('');
}
