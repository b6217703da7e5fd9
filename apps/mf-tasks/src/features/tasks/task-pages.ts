import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { keysOf, type Page, pageOf, tasksList } from '@tessera/api';
import type { TaskRow } from '../../task-types';
import { wireQuery } from '../../wire-query';
import type { VisiblePages } from './visible-pages';

const pageSize = 100;

/** A page of the list. `next` is the cursor or number of the next page, null on the last. */
export interface TaskPage extends Page<TaskRow> {
  next: string | null;
  readAt: number;
  /** The statuses of its filter, comma-separated; undefined for all. */
  statuses: string | undefined;
}

/**
 * Makes a refetched page end where it ended before, so that the pages after it, which aren't all refetched, still start
 * where they started. Returns the page unchanged when it has no row in common with before.
 */
function keepPageEnd(before: TaskPage, page: TaskPage): TaskPage {
  if (before.next === null || page.next === null || before.next === page.next) return page;
  const indexById = new Map(before.rows.map(({ id }, index) => [id, index]));
  if (!page.rows.some(({ id }) => indexById.has(id))) return page;
  const lastIndex = indexById.get(page.rows.at(-1)?.id ?? -1);
  // Rows were removed: the page now ends with rows of the next one, which the list shows once.
  if (lastIndex === undefined) return { ...page, next: before.next };
  const fresh = new Set(page.rows.map(({ id }) => id));
  const displaced = before.rows.slice(lastIndex + 1).filter(({ id }) => !fresh.has(id));
  return { ...page, rows: [...page.rows, ...displaced], next: before.next };
}

/**
 * The matching tasks by pages: by cursor under the default sort, which is fast at any depth, else by page number. A
 * refetch of many pages fetches only the visible ones and the first.
 */
export const tasksQuery = (query: Readonly<Record<string, string>>, visiblePages: VisiblePages) => {
  const byCursor = /^-?created_at$/.test(query.sort ?? 'created_at');
  const fetchPage = async (pageParam: string, signal: AbortSignal): Promise<TaskPage> => {
    const paging = pageParam === '' ? {} : byCursor ? { cursor: pageParam } : { page: Number(pageParam) };
    const page = pageOf(
      await tasksList({ query: { ...wireQuery(query), page_size: pageSize, ...paging }, signal }),
    );
    const nextPage = page.rows.length < pageSize ? null : String(Number(pageParam || 1) + 1);
    return {
      ...page,
      next: byCursor ? page.nextCursor : nextPage,
      readAt: Date.now(),
      statuses: query.status,
    };
  };
  return infiniteQueryOptions({
    queryKey: keysOf('tasks').list(query),
    queryFn: async ({ pageParam, signal, client, queryKey }): Promise<TaskPage> => {
      const cached = client.getQueryData<InfiniteData<TaskPage, string>>(queryKey);
      const index = cached?.pageParams.indexOf(pageParam) ?? -1;
      const before = cached?.pages[index];
      if (!cached || !before) return fetchPage(pageParam, signal);
      if (!visiblePages.includes(cached.pages, index)) return before;
      const page = await fetchPage(pageParam, signal);
      return byCursor ? keepPageEnd(before, page) : page;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
};
