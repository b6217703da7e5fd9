import { infiniteQueryOptions, keepPreviousData, type InfiniteData } from '@tanstack/react-query';
import { keysOf, pageOf, tasksList, type Page } from '@tessera/api';
import type { TaskRow } from '../../task-types';
import { wireQuery } from '../../wire-query';
import type { VisiblePages } from './visible-pages';

const pageSize = 100;

/** A page of the list, with what asks for the one behind it: a cursor or a number; null on the last. */
export interface TaskPage extends Page<TaskRow> {
  next: string | null;
  readAt: number;
  /** Of these alone it has tasks, comma-joined; undefined: of all. */
  statuses: string | undefined;
}

/**
 * A page that was read again, beside what it was. It ends where it ended: so the pages behind it, which aren't all read
 * again, begin where they began. Where it has nothing in common with what it was, that holds no more.
 */
function keepPageEnd(before: TaskPage, page: TaskPage): TaskPage {
  if (before.next === null || page.next === null || before.next === page.next) return page;
  const indexById = new Map(before.rows.map(({ id }, index) => [id, index]));
  if (!page.rows.some(({ id }) => indexById.has(id))) return page;
  const lastIndex = indexById.get(page.rows.at(-1)?.id ?? -1);
  // Rows went: it now ends with some of the next page's, which the list shows once.
  if (lastIndex === undefined) return { ...page, next: before.next };
  const fresh = new Set(page.rows.map(({ id }) => id));
  const displaced = before.rows.slice(lastIndex + 1).filter(({ id }) => !fresh.has(id));
  return { ...page, rows: [...page.rows, ...displaced], next: before.next };
}

/**
 * Tasks that match, page after page: by cursor, so that depth costs nothing, and by number under another sort. Of many
 * pages those are read again that the reader sees, and the first.
 */
export const tasksQuery = (query: Readonly<Record<string, string>>, visiblePages: VisiblePages) => {
  const byCursor = /^-?created_at$/.test(query['sort'] ?? 'created_at');
  const fetchPage = async (at: string, signal: AbortSignal): Promise<TaskPage> => {
    const place = at === '' ? {} : byCursor ? { cursor: at } : { page: Number(at) };
    const page = pageOf(
      await tasksList({ query: { ...wireQuery(query), page_size: pageSize, ...place }, signal }),
    );
    const nextPage = page.rows.length < pageSize ? null : String(Number(at || 1) + 1);
    return {
      ...page,
      next: byCursor ? page.nextCursor : nextPage,
      readAt: Date.now(),
      statuses: query['status'],
    };
  };
  return infiniteQueryOptions({
    queryKey: keysOf('tasks').list(query),
    queryFn: async ({ pageParam, signal, client, queryKey }): Promise<TaskPage> => {
      const cached = client.getQueryData<InfiniteData<TaskPage, string>>(queryKey);
      const place = cached?.pageParams.indexOf(pageParam) ?? -1;
      const before = cached?.pages[place];
      if (!cached || !before) return fetchPage(pageParam, signal);
      if (!visiblePages.includes(cached.pages, place)) return before;
      const page = await fetchPage(pageParam, signal);
      return byCursor ? keepPageEnd(before, page) : page;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
};
