import type { ModuleRoute } from '@tessera/federation';
import { matchRoutes } from '@tessera/federation/router';

const openToAll = { action: null, reach: null } as const;

/** The shell's own pages and the permission that each needs. They work without any module. */
const shellPages: readonly ModuleRoute[] = [
  { path: '/dashboard', ...openToAll },
  { path: '/notifications', ...openToAll },
  { path: '/account', ...openToAll },
  { path: '/unauthorized', ...openToAll },
  { path: '/modules/recovery', action: 'admin', reach: 'all' },
];

const routes = shellPages.map((page) => ({ path: page.path, handle: page }));

/** Finds the shell's own page at a path. */
export const findShellPage = (pathname: string): ModuleRoute | null =>
  matchRoutes(routes, pathname)?.at(-1)?.route.handle ?? null;
