import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type AnnouncedModule, keysOf, modulesGet } from '@tessera/api';
import type { ModuleRelease, ModuleRoute } from '@tessera/federation';
import { matchRoutes } from '@tessera/federation/router';

/** The releases for this user; loaded once per page view and user, because a running module isn't replaced. */
export const modulesQuery = queryOptions<ModuleRelease[]>({
  queryKey: keysOf('modules').list(),
  queryFn: async ({ signal }) => (await modulesGet({ signal })).data.modules.map(toRelease),
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
});

function toRelease({
  name,
  title,
  version,
  channel,
  base_url,
  integrity,
  routes,
  nav,
}: AnnouncedModule): ModuleRelease {
  const manifest_url = `${base_url}mf-manifest.json`;
  return { name, title, version, channel, manifest_url, integrity: integrity ?? 'unchecked', routes, nav };
}

/** Subscribes to `modulesQuery`. */
export const useModules = (): UseQueryResult<ModuleRelease[]> => useQuery(modulesQuery);

/** A page of a module. */
export interface ModulePage {
  release: ModuleRelease;
  route: ModuleRoute;
}

/** Finds the module page at a path; the most specific pattern wins, as in the router. */
export function findModulePage(releases: readonly ModuleRelease[], pathname: string): ModulePage | null {
  const routes = releases.flatMap((release) =>
    release.routes.map((route) => ({ path: route.path, handle: { release, route } satisfies ModulePage })),
  );
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle ?? null;
}
