import { useQuery } from '@tanstack/react-query';
import { useLive } from '@tessera/api';
import type { ListState } from '@tessera/data-table/list-page';
import { useMemo } from 'react';
import type { TaskSummary } from '../../task-types';
import { taskViews } from './task-filters';
import { taskCountsQuery } from './tasks.api';

/** Milliseconds between reads while the stream is down. */
const POLL_INTERVAL = 10_000;

/** The list's total is counted up to here; a tab says no more than the list. */
const COUNT_CAP = 10_000;

/** How many tasks each preset has, from their number by status. */
const countViews = (byStatus: Readonly<Record<string, number>>) =>
  taskViews.map(({ status }) => {
    const statuses = status?.split(',') ?? Object.keys(byStatus);
    const count = statuses.reduce((sum, one) => sum + (byStatus[one] ?? 0), 0);
    return { count: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP };
  });

function countByStatus(tasks: readonly TaskSummary[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of tasks) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/**
 * How many tasks each preset has under the filters in force, in the presets' order. `loaded`: the rows when they are all
 * that match whatever their status; they are counted here then, so that the counts move with the rows.
 */
export function useViewCounts(state: ListState, loaded: readonly TaskSummary[] | undefined) {
  const isLive = useLive().status === 'live';
  const { status: _status, sort: _sort, ...filters } = state.query;
  const { data } = useQuery({
    ...taskCountsQuery(filters),
    refetchInterval: isLive ? false : POLL_INTERVAL,
    enabled: loaded === undefined,
  });
  const byStatus = useMemo(() => (loaded ? countByStatus(loaded) : data), [loaded, data]);
  return useMemo(() => (byStatus ? countViews(byStatus) : []), [byStatus]);
}
