import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '@tessera/api';
import type { ListState } from '@tessera/data-table/list-page';
import type { TaskSummary } from '../../task-types';
import { taskViews } from './task-filters';
import { taskCountsQuery } from './tasks.api';

/** Milliseconds between requests without a live stream. */
const POLL_INTERVAL = 10_000;

/** The list's total is counted up to this number, so the tabs show no more. */
const COUNT_CAP = 10_000;

/** The number of tasks of each preset, from the counts by status. */
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
 * The number of tasks of each preset under the active filters, in the presets' order. `loaded`: the rows if they are all
 * that match regardless of status; then they are counted here, so that the counts change with the rows.
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
