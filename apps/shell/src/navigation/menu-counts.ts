import type { DashboardDto } from '@tessera/api';
import { countsOf } from '@tessera/api';
import { useDashboard } from '../dashboard/dashboard.api';

/** The count shown at a menu entry, by its path. */
const countByPath: Readonly<Record<string, (data: DashboardDto) => number | undefined>> = {
  '/tasks': (data) => data.unfinished_total,
  '/jobs': (data) => data.unfinished_jobs,
  '/templates': (data) => countsOf(data.setup)['templates'],
  '/sites': (data) => countsOf(data.setup)['sites'],
  '/tickets': (data) => data.held,
  '/queueitlinks': (data) => data.live_places,
};

/** Paths that replace an entry's own while it has a count: held seats are on the cart tab. */
const countedPaths: Readonly<Record<string, string>> = { '/tickets': '/tickets?tab=cart' };

/** The path that an entry links to. */
export const entryPath = (path: string, count: number | undefined): string =>
  count === undefined ? path : (countedPaths[path] ?? path);

/** The counts of the menu; undefined while loading, for a count of 0, and for entries without a count. */
export function useMenuCounts(): (path: string) => number | undefined {
  const { data } = useDashboard();
  return (path) => (data && countByPath[path]?.(data)) || undefined;
}
