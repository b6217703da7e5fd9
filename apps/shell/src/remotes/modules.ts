import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleRelease, ModuleRoute } from '@tessera/federation';
import { matchRoutes } from '@tessera/federation/router';
import type { Announcement } from './announcement';
import { moduleListQuery, type RegistryProblem } from './module-list';
import { useReleasesInUse } from './registry-context';

/** The modules of this page view. */
export interface Modules {
  /** Whether neither an answer nor the last one is there yet; lasts for the time limit at most. */
  isPending: boolean;
  /** The releases that the page uses: those it runs, else the announced ones. */
  releases: readonly ModuleRelease[];
  announcement: Announcement | null;
  problem: RegistryProblem | null;
  isFetching: boolean;
  /** Asks the server again. */
  retry: () => void;
}

const none: readonly ModuleRelease[] = [];

/** Subscribes to the modules of this page view. */
export function useModules(): Modules {
  const { data, isFetching, refetch } = useQuery(moduleListQuery());
  const inUse = useReleasesInUse();
  const announced = data?.announcement?.modules ?? none;
  const releases = useMemo(() => keepInUse(announced, inUse), [announced, inUse]);
  return {
    isPending: data === undefined,
    releases,
    announcement: data?.announcement ?? null,
    problem: data?.problem ?? null,
    isFetching,
    retry: () => void refetch(),
  };
}

/** The announced releases, with those that are in use in place of others of the same module. */
function keepInUse(
  announced: readonly ModuleRelease[],
  inUse: ReadonlyMap<string, ModuleRelease>,
): readonly ModuleRelease[] {
  const names = new Set(announced.map(({ name }) => name));
  const removed = [...inUse.values()].filter(({ name }) => !names.has(name));
  return [...announced.map((release) => inUse.get(release.name) ?? release), ...removed];
}

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
