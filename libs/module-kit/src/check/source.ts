import { entryFile, releaseFormat } from '../release.ts';
import { findForeignRoutes, readManifest } from '../rules.ts';

/** A module's own module.json, which its build completes; the types are those of a JSON import. */
export interface ModuleSource {
  name: string;
  title: string;
  owner: string;
  /** The range of the shell contract; the build's own when left out. */
  shell?: string;
  routes: readonly { path: string; action: string | null; reach: string | null }[];
  nav: readonly { label: string; path: string; icon: string; order: number }[];
  /** The places that it fills; none when left out. */
  slots?: readonly {
    id: string;
    place: string;
    title: string;
    action: string | null;
    reach: string | null;
  }[];
  /** The kinds of rows that it keeps; none when left out. */
  entities?: readonly {
    name: string;
    read: { action: string | null; reach: string | null };
    write: { action: string | null; reach: string | null };
    of: string | null;
    indexes: readonly string[];
  }[];
}

interface ExportedRoute {
  path?: string | undefined;
  children?: readonly ExportedRoute[] | undefined;
}

/** The parts of what `src/remote.tsx` exports that are checked. */
export interface ExportedModule {
  name: string;
  routes: readonly ExportedRoute[];
  slots?: Readonly<Record<string, { place: string }>> | undefined;
}

/**
 * Lists what is wrong with a module.json by itself, as sentences.
 *
 * @param isBundled whether the product itself ships the module, which may then have pages within the shell's paths
 */
export function checkSource(source: ModuleSource, isBundled = false): string[] {
  const { manifest, problems = [] } = readManifest(JSON.stringify(asRelease(source)));
  const foreign =
    manifest && !isBundled
      ? findForeignRoutes({ name: source.name, routes: manifest.routes }, new Map())
      : [];
  // The list of permissions is made of the routes, whose own problems are listed.
  const own = problems.filter(({ field }) => !field.startsWith('permissions'));
  return [...own, ...foreign].map(({ message }) => `module.json: ${message}.`);
}

/** The smallest release with this description: what a build adds is right by itself. */
const asRelease = ({ shell = '^1.0.0', ...source }: ModuleSource): object => ({
  ...source,
  format: releaseFormat,
  version: '1.0.0',
  shell,
  packages: {},
  uses: {},
  permissions: [
    ...new Set(
      [
        ...source.routes,
        ...(source.slots ?? []),
        ...(source.entities ?? []).flatMap(({ read, write }) => [read, write]),
      ]
        .filter(({ action }) => action !== null)
        .map(({ action, reach }) => `${action}:${reach}`),
    ),
  ],
  first: [],
  files: { [entryFile]: `sha256-${'A'.repeat(43)}=` },
});

/** Lists where a module.json and what the module exports differ. */
export function compareWithExports(source: ModuleSource, { name, routes, slots }: ExportedModule): string[] {
  const declared = source.routes.map(({ path }) => path);
  const exported = listPaths(routes);
  return [
    ...(name === source.name
      ? []
      : [`src/remote.tsx exports the name ${name}, but module.json says ${source.name}.`]),
    ...declared
      .filter((path) => !exported.includes(path))
      .map((path) => `module.json declares the route ${path}, but src/remote.tsx doesn't export it.`),
    ...exported
      .filter((path) => !declared.includes(path))
      .map((path) => `src/remote.tsx exports the route ${path}, but module.json doesn't declare it.`),
    ...compareSlots(source.slots ?? [], slots ?? {}),
  ];
}

/** An entry of the palette is a link, for which nothing is exported. */
function compareSlots(
  declared: NonNullable<ModuleSource['slots']>,
  exported: NonNullable<ExportedModule['slots']>,
): string[] {
  const filled = declared.filter(({ place }) => place !== 'palette.entry');
  return [
    ...filled.flatMap(({ id, place }) => {
      const own = Object.hasOwn(exported, id) ? exported[id] : undefined;
      if (own?.place === place) return [];
      return own
        ? [
            `module.json declares the slot ${id} for ${place}, but src/remote.tsx exports it for ${own.place}.`,
          ]
        : [`module.json declares the slot ${id}, but src/remote.tsx doesn't export it.`];
    }),
    ...Object.keys(exported)
      .filter((id) => !filled.some((slot) => slot.id === id))
      .map((id) => `src/remote.tsx exports the slot ${id}, but module.json doesn't declare it.`),
  ];
}

/** The absolute paths of every top-level route and every child with an absolute path. */
const listPaths = (routes: readonly ExportedRoute[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [
    ...(path ? [path] : []),
    ...listPaths(children.filter((child) => child.path?.startsWith('/'))),
  ]);
