import type { ReleaseManifest, ReleaseNav, ReleaseRoute } from '../release.ts';

/** The parts of a module's own module.json that are checked; JSON files have no literal types. */
export interface ModuleSource {
  name: string;
  routes: readonly { path: string; action: string | null; reach: string | null }[];
  nav: readonly Pick<ReleaseNav, 'label' | 'path' | 'icon'>[];
}

interface ExportedRoute {
  path?: string | undefined;
  children?: readonly ExportedRoute[] | undefined;
}

/** The parts of what `src/remote.tsx` exports that are checked. */
export interface ExportedModule {
  name: string;
  routes: readonly ExportedRoute[];
}

type Permission = ReleaseManifest['permissions'][number];

const permissions: Readonly<Record<Permission, true>> = {
  'read:own': true,
  'read:all': true,
  'write:own': true,
  'write:all': true,
  'admin:all': true,
};

/** Lists what is wrong with a module.json by itself, as sentences. */
export function checkSource({ routes, nav }: ModuleSource): string[] {
  const paths = routes.map(({ path }) => path);
  return [
    ...routes
      .filter(({ path }) => !path.startsWith('/'))
      .map(({ path }) => `The route “${path}” doesn't start with /.`),
    ...repeated(paths).map((path) => `The route ${path} is declared twice.`),
    ...routes.flatMap(checkPermission),
    ...nav
      .filter(({ path }) => !paths.some((pattern) => matchesPattern(pattern, path)))
      .map(({ label, path }) => `The menu entry ${label} leads to ${path}, which is no route of the module.`),
  ];
}

function checkPermission({ path, action, reach }: ModuleSource['routes'][number]): string[] {
  if (action === null && reach === null) return [];
  if (action === null || reach === null)
    return [
      `The route ${path} names an action without a reach, or the reverse: give both, or null for both.`,
    ];
  if (Object.hasOwn(permissions, `${action}:${reach}`)) return [];
  return [
    `The route ${path} requires ${action}:${reach}, which is no permission: ${Object.keys(permissions).join(', ')}.`,
  ];
}

/** Lists where a module.json and what the module exports differ. */
export function compareWithExports(source: ModuleSource, { name, routes }: ExportedModule): string[] {
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
      .map(
        (path) =>
          `src/remote.tsx exports the route ${path}, but module.json doesn't declare it: nobody can open it.`,
      ),
  ];
}

/** The absolute paths of every top-level route and every child with an absolute path. */
const listPaths = (routes: readonly ExportedRoute[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [
    ...(path ? [path] : []),
    ...listPaths(children.filter((child) => child.path?.startsWith('/'))),
  ]);

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** Whether a path fits a route's pattern: each segment is equal, or any text where the pattern has a parameter. */
function matchesPattern(pattern: ReleaseRoute['path'], path: string): boolean {
  const expected = pattern.split('/');
  const segments = (path.split(/[?#]/)[0] ?? '').split('/');
  return (
    expected.length === segments.length &&
    expected.every((part, index) =>
      part.startsWith(':') ? segments[index] !== '' : part === segments[index],
    )
  );
}
