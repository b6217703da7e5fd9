import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { countOf, useLive } from '@tessera/api';
import type { ListState } from '@tessera/ui/lists';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { TaskSummary } from '../../task-types';
import { LoadedRows } from './loaded-rows';
import { needsWholeTasks } from './task-columns';
import { taskViews } from './task-filters';
import { Sight } from './sight';
import { tasksQuery } from './task-pages';
import { taskCountQuery } from './tasks.api';

/** Milliseconds between reads while the stream is down. */
const poll = 10_000;

/** What is asked of the list: every field only where a chosen column shows more than the summary has. */
function useTaskQuery({ query, columns }: ListState): Readonly<Record<string, string>> {
  const whole = needsWholeTasks(columns);
  return useMemo(() => (whole ? { ...query, detailed: 'true' } : query), [query, whole]);
}

/**
 * The pages that `options` ask for, with the end's `onEnd` to load the next one. All of it is one deferred value: an
 * answer of 100 rows is drawn in slices between frames, and what is said of the pages always fits the pages it is
 * said of. Whether a page is under way is known at once, so that none is asked for twice.
 */
function useDeferredPages(options: ReturnType<typeof tasksQuery> & { refetchInterval: number | false }) {
  const list = useInfiniteQuery(options);
  const { error, isFetching, isFetchingNextPage, hasNextPage, isPlaceholderData, refetch, fetchNextPage } =
    list;
  const pages = list.data?.pages;
  const isUnderWay = useRef(false);
  useEffect(() => {
    isUnderWay.current = isFetchingNextPage;
  }, [isFetchingNextPage]);
  const answer = useMemo(
    () => ({
      pages,
      error,
      isFetching,
      hasNextPage,
      isPlaceholderData,
      refetch,
      onEnd: () => {
        if (hasNextPage && !isUnderWay.current) void fetchNextPage();
      },
    }),
    [pages, error, isFetching, hasNextPage, isPlaceholderData, refetch, fetchNextPage],
  );
  return useDeferredValue(answer);
}

/** The loaded rows of the list, one after the other, and how to get more. */
export function useTaskList(state: ListState) {
  const isLive = useLive().status === 'live';
  const [sight] = useState(() => new Sight());
  useEffect(() => () => sight.leave(), [sight]);
  const list = useDeferredPages({
    ...tasksQuery(useTaskQuery(state), sight),
    refetchInterval: isLive ? false : poll,
  });
  const { pages } = list;
  const [loaded] = useState(() => new LoadedRows());
  const rows = useMemo(() => pages && loaded.of(pages), [pages, loaded]);
  const isWhole =
    rows !== undefined && !list.hasNextPage && !list.isPlaceholderData && state.query['status'] === undefined;
  return {
    list,
    rows,
    total: pages?.[0]?.total ?? undefined,
    capped: pages?.[0]?.capped ?? false,
    whole: isWhole ? rows : undefined,
    onSight: (first: number, last: number) => sight.look(first, last, pages ?? [], () => void list.refetch()),
  };
}

/**
 * How many tasks each preset has under the filters in force, in the presets' order. `whole`: the rows when they are
 * all that match whatever their status; they are counted themselves then, so that the counts move with the rows.
 */
export function useViewCounts(
  state: ListState,
  whole: readonly TaskSummary[] | undefined,
): readonly ReturnType<typeof countOf>[] {
  const isLive = useLive().status === 'live';
  const others = useMemo(() => {
    const { status: _status, sort: _sort, ...rest } = state.query;
    return rest;
  }, [state.query]);
  const counts = useQueries({
    combine: totals,
    queries: taskViews.map(({ status }) => ({
      ...taskCountQuery({ ...others, ...(status ? { status } : {}) }),
      refetchInterval: isLive ? (false as const) : poll,
    })),
  });
  const counted = useMemo(
    () =>
      whole &&
      taskViews.map(({ status }) => {
        const statuses = status?.split(',');
        const matching = statuses ? whole.filter((task) => statuses.includes(task.status)) : whole;
        return { count: matching.length, capped: false };
      }),
    [whole],
  );
  // React draws an answer at once, whatever else is being drawn; as a deferred value it waits its turn.
  return useDeferredValue(counted ?? counts);
}

/** The same answers give the same array, so that what shows them isn't drawn again. */
const totals = (results: readonly { data: Parameters<typeof countOf>[0] }[]) =>
  results.map(({ data }) => countOf(data));
