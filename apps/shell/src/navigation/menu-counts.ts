import type { DashboardDto } from '@tessera/api';
import { countsOf } from '@tessera/api';
import { useDashboard } from '../features/dashboard/dashboard.api';

/** The count shown at a menu entry, by its path. Held seats are at their events, and baskets at the pay queue. */
const countByPath: Readonly<Record<string, (data: DashboardDto) => number | undefined>> = {
  '/tasks': (data) => data.unfinished_total,
  '/jobs': (data) => data.unfinished_jobs,
  '/templates': (data) => countsOf(data.setup)['templates'],
  '/sites': (data) => countsOf(data.setup)['sites'],
  '/queueitlinks': (data) => data.live_places,
};

/** The counts of the menu; undefined while loading, for a count of 0, and for entries without a count. */
export function useMenuCounts(): (path: string) => number | undefined {
  const { data } = useDashboard();
  return (path) => (data && countByPath[path]?.(data)) || undefined;
}
