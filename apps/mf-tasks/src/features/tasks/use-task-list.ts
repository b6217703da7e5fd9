import { InfiniteQueryObserver, useQueryClient } from '@tanstack/react-query';
import { useLive } from '@tessera/api';
import type { ListState } from '@tessera/data-table/list-page';
import { useEffect, useMemo, useState } from 'react';
import { LoadedRows } from './loaded-rows';
import { fieldsFor } from './task-columns';
import { Sight } from './sight';
import { tasksQuery } from './task-pages';
import { useObserved } from './use-observed';

/** Milliseconds between reads while the stream is down. */
const poll = 10_000;

/** The list's query, with the fields that its columns show. */
function useTaskQuery({ query, columns }: ListState): Readonly<Record<string, string>> {
  const fields = fieldsFor(columns);
  return useMemo(() => ({ ...query, fields }), [query, fields]);
}

/** A change of anything else isn't worth drawing the page again. */
const heeded = ['data', 'error', 'isFetching', 'hasNextPage', 'isPlaceholderData'] as const;

/** The loaded rows of the list, one after the other, and how to get more. */
export function useTaskList(state: ListState) {
  const client = useQueryClient();
  const isLive = useLive().status === 'live';
  const query = useTaskQuery(state);
  const [sight] = useState(() => new Sight());
  useEffect(() => () => sight.leave(), [sight]);
  const options = useMemo(
    () => ({
      ...tasksQuery(query, sight),
      refetchInterval: isLive ? (false as const) : poll,
      notifyOnChangeProps: [...heeded],
    }),
    [query, sight, isLive],
  );
  const [observer] = useState(() => new InfiniteQueryObserver(client, options));
  useEffect(() => observer.setOptions(options), [observer, options]);
  const { data, error, isFetching, hasNextPage, isPlaceholderData, refetch } = useObserved(observer);
  const pages = data?.pages;
  const [loaded] = useState(() => new LoadedRows());
  const rows = useMemo(() => pages && loaded.of(pages), [pages, loaded]);
  const isWhole = pages?.[0]?.statuses === undefined && !hasNextPage && !isPlaceholderData;
  return {
    error,
    isFetching,
    refetch,
    rows,
    total: pages?.[0]?.total ?? undefined,
    capped: pages?.[0]?.capped ?? false,
    whole: isWhole ? rows : undefined,
    onEndReached: () => {
      const now = observer.getCurrentResult();
      if (now.hasNextPage && !now.isFetchingNextPage) void now.fetchNextPage();
    },
    onVisibleRangeChange: (first: number, last: number) =>
      sight.look(first, last, pages ?? [], () => void refetch()),
  };
}
