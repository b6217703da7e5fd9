import type { DashboardDto } from '@tessera/api';
import { countsOf } from '@tessera/api';
import { useDashboard } from '../dashboard/dashboard.api';

/** How many there are behind a menu entry, by its path: what is unfinished, held or live, and what is set up. */
const countByPath: Readonly<Record<string, (data: DashboardDto) => number | undefined>> = {
  '/tasks': (data) => data.unfinished_total,
  '/jobs': (data) => data.unfinished_jobs,
  '/templates': (data) => countsOf(data.setup)['templates'],
  '/sites': (data) => countsOf(data.setup)['sites'],
  '/tickets': (data) => data.held,
  '/queueitlinks': (data) => data.live_places,
};

/** Where an entry leads while it counts what isn't on the page's first tab: held seats are in the cart. */
const countedPaths: Readonly<Record<string, string>> = { '/tickets': '/tickets?tab=cart' };

/** The address of an entry: that of what it counts. */
export const entryPath = (path: string, count: number | undefined): string =>
  count === undefined ? path : (countedPaths[path] ?? path);

/** The counts of the menu; an entry that isn't counted, not known yet, or has nothing behind it, has none. */
export function useMenuCounts(): (path: string) => number | undefined {
  const { data } = useDashboard();
  return (path) => (data && countByPath[path]?.(data)) || undefined;
}
