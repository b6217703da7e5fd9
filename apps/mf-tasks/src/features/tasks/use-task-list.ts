import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLive } from '@tessera/api';
import type { ListState } from '@tessera/data-table/list-page';
import type { TaskRow } from '../../task-types';
import { fieldsFor } from './task-columns';
import { type TaskPage, tasksQuery } from './task-pages';
import { VisiblePages } from './visible-pages';

/** Milliseconds between requests without a live stream. */
const POLL_INTERVAL = 10_000;

/** The rows of all pages, without duplicates: a row that moved between two requests can be on two pages. */
export function uniqueRows(pages: readonly Pick<TaskPage, 'rows'>[]): readonly TaskRow[] {
  const ids = new Set<number>();
  return pages.flatMap(({ rows }) => rows.filter(({ id }) => ids.size < ids.add(id).size));
}

/** The loaded rows of the list in one array, and how to load more. */
export function useTaskList({ query: listQuery, columns }: ListState) {
  const isLive = useLive().status === 'live';
  const fields = fieldsFor(columns);
  const query = useMemo(() => ({ ...listQuery, fields }), [listQuery, fields]);
  const [visiblePages] = useState(() => new VisiblePages());
  useEffect(() => () => visiblePages.dispose(), [visiblePages]);
  const {
    data,
    error,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    isPlaceholderData,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({
    ...tasksQuery(query, visiblePages),
    refetchInterval: isLive ? false : POLL_INTERVAL,
  });
  const pages = data?.pages;
  const rows = useMemo(() => pages && uniqueRows(pages), [pages]);
  const isComplete = pages?.[0]?.statuses === undefined && !hasNextPage && !isPlaceholderData;
  return {
    error,
    isFetching,
    refetch,
    rows,
    total: pages?.[0]?.total ?? undefined,
    capped: pages?.[0]?.capped ?? false,
    /** The rows, if they are all that match regardless of status. */
    complete: isComplete ? rows : undefined,
    onEndReached: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    onVisibleRangeChange: (first: number, last: number) =>
      visiblePages.setRange(first, last, pages ?? [], () => void refetch()),
  };
}
