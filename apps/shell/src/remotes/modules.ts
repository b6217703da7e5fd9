import { keysOf, modulesList } from '@tessera/api';
import type { ModuleRelease, ModuleRoute } from '@tessera/federation';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { matchRoutes } from '@tessera/federation/router';

/** The releases that this user gets; read once per page view and user, since a running module isn't exchanged. */
export const modulesQuery = queryOptions<ModuleRelease[]>({
  queryKey: keysOf('modules').list(),
  queryFn: async ({ signal }) => (await modulesList({ signal })).data,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
});

/** `modulesQuery`, followed. */
export const useModules = (): UseQueryResult<ModuleRelease[]> => useQuery(modulesQuery);

/** The module's page at an address, if a module has one. */
export interface ModulePage {
  release: ModuleRelease;
  route: ModuleRoute;
}

/** Whose page an address is; the most specific pattern wins, as in the router. */
export function findModulePage(releases: readonly ModuleRelease[], pathname: string): ModulePage | null {
  const routes = releases.flatMap((release) =>
    release.routes.map((route) => ({ path: route.path, handle: { release, route } satisfies ModulePage })),
  );
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle ?? null;
}
