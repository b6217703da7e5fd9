import { InfiniteQueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '@tessera/api';
import { TestServer } from '@tessera/api/testing';
import { pageByCursor } from '../../../test/page-by-cursor';
import { task } from '../../../test/records';
import { tasksQuery } from './task-pages';
import { VisiblePages } from './visible-pages';

/** Ten pages of tasks, newest first. */
let ids: number[];
let server: TestServer;
let visiblePages: VisiblePages;
beforeEach(() => {
  ids = Array.from({ length: 1000 }, (_, place) => 1000 - place);
  visiblePages = new VisiblePages();
  server = new TestServer().on('GET /tasks', ({ query }) =>
    pageByCursor(
      ids.map((id) => task(id)),
      query,
    ),
  );
  globalThis.fetch = server.fetch;
});

/** A list with a number of loaded pages. */
async function loaded(pages: number, query = {}) {
  const list = new InfiniteQueryObserver(createQueryClient(), tasksQuery(query, visiblePages));
  const stop = list.subscribe(() => undefined);
  await list.refetch();
  for (let page = 1; page < pages; page += 1) await list.fetchNextPage();
  server.calls.length = 0;
  return {
    refetch: () => list.refetch(),
    next: () => list.fetchNextPage(),
    ids: () => list.getCurrentResult().data?.pages.flatMap((page) => page.rows.map(({ id }) => id)),
    requestedCursors: () => server.calls.map((call) => call.query.get('cursor')),
    stop,
  };
}

test('refetches the first and the visible pages of a long list, and can load more', async () => {
  const list = await loaded(8);
  visiblePages.setRange(430, 470, [], () => undefined);
  ids = [1003, 1002, 1001, ...ids.filter((id) => id !== 950 && id !== 560)];
  await list.refetch();
  expect(list.requestedCursors()).toEqual([null, '601']);
  const shown = list.ids() ?? [];
  expect(shown.slice(0, 4)).toEqual([1003, 1002, 1001, 1000]);
  expect(shown).not.toContain(950);
  expect(shown).not.toContain(560);
  expect(new Set(shown).size).toBe(801);
  await list.next();
  expect(list.requestedCursors().at(-1)).toBe('201');
  expect(list.ids()?.at(-1)).toBe(101);
  list.stop();
});

test('refetches all pages of a short list', async () => {
  const list = await loaded(3);
  await list.refetch();
  expect(list.requestedCursors()).toHaveLength(3);
  list.stop();
});

test('refetches all pages when every row has changed', async () => {
  const list = await loaded(5);
  visiblePages.setRange(0, 30, [], () => undefined);
  ids = Array.from({ length: 2000 }, (_, place) => 3000 - place);
  await list.refetch();
  expect(list.ids()).toEqual(ids.slice(0, 500));
  list.stop();
});

test('refetches stale pages once they stay visible', () => {
  jest.useFakeTimers();
  const reread = jest.fn();
  const page = (age: number) => ({ rows: Array.from({ length: 100 }), readAt: Date.now() - age });
  const pages = [page(0), page(60_000), page(0), page(60_000)];
  visiblePages.setRange(210, 250, pages, reread);
  jest.advanceTimersByTime(1_000);
  expect(reread).not.toHaveBeenCalled();
  visiblePages.setRange(110, 150, pages, reread);
  visiblePages.setRange(310, 350, pages, reread);
  jest.advanceTimersByTime(1_000);
  expect(reread).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
