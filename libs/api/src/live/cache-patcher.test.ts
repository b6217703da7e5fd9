import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { session } from '../../test/server';
import type { Page } from '../query/page';
import { keysOf } from '../query/query-keys';
import { clearSession, setSession } from '../session/session-store';
import { createCachePatcher } from './cache-patcher';

interface Task {
  id: number;
  status: string;
}
const keys = keysOf('tasks');
const pageOfTasks = (rows: Task[]): Page<Task> => ({
  rows,
  total: rows.length,
  capped: false,
  nextCursor: null,
});

let client: QueryClient;
let reads: number;
beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  setSession(session());
  client = new QueryClient();
  reads = 0;
});
afterEach(() => {
  client.clear();
  clearSession();
  jest.useRealTimers();
});

/** Changes are drawn with the next frame. */
const nextFrame = () => jest.advanceTimersByTimeAsync(20);

async function listed(rows: Task[]) {
  const observer = new QueryObserver(client, {
    queryKey: keys.list({ page: 1 }),
    queryFn: () => {
      reads++;
      return pageOfTasks(rows);
    },
  });
  const stop = observer.subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(0);
  return { rows: () => observer.getCurrentResult().data?.rows, stop };
}

test('applies a change of a known row with the next frame, without a request', async () => {
  const list = await listed([
    { id: 1, status: 'queued' },
    { id: 2, status: 'queued' },
  ]);
  client.setQueryData(keys.one(2), { id: 2, status: 'queued', detail: 'kept' });
  createCachePatcher(client).onChange({
    topic: 'tasks',
    id: 2,
    change: 'update',
    row: { id: 2, status: 'running' },
  });
  await nextFrame();
  expect(list.rows()).toEqual([
    { id: 1, status: 'queued' },
    { id: 2, status: 'running' },
  ]);
  expect(client.getQueryData(keys.one(2))).toEqual({ id: 2, status: 'running', detail: 'kept' });
  await jest.advanceTimersByTimeAsync(2_500);
  expect(reads).toBe(1);
  list.stop();
});

test('refetches once for many new rows, and removes a deleted row with the next frame', async () => {
  const list = await listed([{ id: 1, status: 'queued' }]);
  const patcher = createCachePatcher(client);
  for (let id = 10; id < 60; id++) patcher.onChange({ topic: 'tasks', id, change: 'insert', row: { id } });
  patcher.onChange({ topic: 'tasks', id: 1, change: 'delete' });
  await nextFrame();
  expect(list.rows()).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_500);
  expect(reads).toBe(2);
  list.stop();
});

test('applies a hundred changes a second in ten updates, and keeps unchanged rows as the same objects', async () => {
  const list = await listed([
    { id: 1, status: 'queued' },
    { id: 2, status: 'queued' },
  ]);
  const untouched = list.rows()?.[0];
  let drawn = 0;
  const stop = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') drawn++;
  });
  const patcher = createCachePatcher(client);
  for (let made = 0; made < 100; made++) {
    patcher.onChange({ topic: 'tasks', id: 2, change: 'update', row: { status: `step ${made}` } });
    patcher.onChange({ topic: 'tasks', id: 2, change: 'update', row: { seats: made } });
    await jest.advanceTimersByTimeAsync(10);
  }
  await jest.advanceTimersByTimeAsync(200);
  stop();
  expect(list.rows()).toEqual([
    { id: 1, status: 'queued' },
    { id: 2, status: 'step 99', seats: 99 },
  ]);
  expect(list.rows()?.[0]).toBe(untouched);
  expect(drawn).toBeLessThanOrEqual(12);
  list.stop();
});

test('changes only the rows of the topic, in plain arrays as well', async () => {
  client.setQueryData(keys.list(), [{ id: 1, status: 'queued' }]);
  const patcher = createCachePatcher(client);
  patcher.onChange({ topic: 'jobs', id: 1, change: 'update', row: { status: 'running' } });
  await nextFrame();
  expect(client.getQueryData(keys.list())).toEqual([{ id: 1, status: 'queued' }]);
  patcher.onChange({ topic: 'tasks', id: 1, change: 'update', row: { status: 'running' } });
  await jest.advanceTimersByTimeAsync(150);
  expect(client.getQueryData(keys.list())).toEqual([{ id: 1, status: 'running' }]);
});

test('lets a request finish that takes longer than the delay until the next refetch', async () => {
  let answers = 0;
  const cancelled: boolean[] = [];
  const observer = new QueryObserver(client, {
    queryKey: keysOf('room').one(7),
    queryFn: async ({ signal }) => {
      reads++;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      cancelled.push(signal.aborted);
      return ++answers;
    },
  });
  const stop = observer.subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(2_500);
  const patcher = createCachePatcher(client, { room: { topics: ['tasks'], delay: 1_000 } });
  for (let change = 0; change < 100; change += 1) {
    patcher.onChange({ topic: 'tasks', id: 1, change: 'update', row: { id: 1 } });
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(cancelled).toEqual(cancelled.map(() => false));
  expect(answers).toBeGreaterThanOrEqual(3);
  stop();
});

test('refetches all of the user’s queries after a resync', async () => {
  const list = await listed([{ id: 1, status: 'queued' }]);
  createCachePatcher(client).onResync();
  await jest.advanceTimersByTimeAsync(0);
  expect(reads).toBe(2);
  list.stop();
});
