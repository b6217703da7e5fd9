import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BulkTasksDto,
  cartsList,
  ifMatch,
  keysOf,
  putRow,
  taskBulkRun,
  type TaskChange,
  taskCommandsPause,
  taskCommandsPaymentChecked,
  taskCommandsResume,
  taskCommandsStart,
  taskCommandsStop,
  taskCountsGet,
  type TaskDto,
  type TaskInputDto,
  tasksCreate,
  tasksEvents,
  tasksGet,
  tasksUpdate,
  tasksWhy,
  ticketsList,
} from '@tessera/api';
import type { TaskCommand } from '../../task-types';
import { wireQuery } from '../../wire-query';

/** Keys of tasks: the live stream's topic. */
export const taskKeys = keysOf('tasks');

/** The number of matching tasks by status. */
export const taskCountsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: [...taskKeys.all(), 'counts', query],
    queryFn: async ({ signal }) => (await taskCountsGet({ query: wireQuery(query), signal })).data.counts,
    placeholderData: keepPreviousData,
  });

/** A task with every field. */
export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: taskKeys.one(id),
    queryFn: async ({ signal }): Promise<TaskDto> => (await tasksGet({ path: { id }, signal })).data,
  });

/** One task with its ETag, for its form. */
export const getTask = (id: number) => tasksGet({ path: { id } });

/** A task's timeline, newest first; `version` changes with the task. */
export const taskEventsQuery = (id: number, version: string) =>
  queryOptions({
    queryKey: [...taskKeys.one(id), 'events', version],
    queryFn: async ({ signal }) =>
      (await tasksEvents({ path: { id }, query: { sort: '-at', page_size: 200 }, signal })).data,
  });

/** The seats that a task holds; refetched with each change of the task and updated by the live stream. */
export const taskSeatsQuery = (id: number, stamp: string) =>
  queryOptions({
    queryKey: [...keysOf('holds').list({ task_id: id }), stamp],
    queryFn: async ({ signal }) =>
      (
        await cartsList({
          query: { task_id: String(id), sort: 'created_at', page: 1, page_size: 200 },
          signal,
        })
      ).data,
  });

/** The tickets that a task has bought. */
export const taskTicketsQuery = (id: number, stamp: string) =>
  queryOptions({
    queryKey: [...keysOf('tickets').list({ task_id: id }), stamp],
    queryFn: async ({ signal }) =>
      (
        await ticketsList({
          query: { task_id: String(id), sort: 'created_at', page: 1, page_size: 200 },
          signal,
        })
      ).data,
  });

/** Why a task isn't running. */
export const taskWhyQuery = (id: number, stamp: string) =>
  queryOptions({
    queryKey: [...taskKeys.one(id), 'why', stamp],
    queryFn: async ({ signal }) => (await tasksWhy({ path: { id }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });

const commandRequests = {
  start: (id: number) => taskCommandsStart({ path: { id }, body: {} }),
  stop: (id: number) => taskCommandsStop({ path: { id } }),
  pause: (id: number) => taskCommandsPause({ path: { id } }),
  resume: (id: number) => taskCommandsResume({ path: { id } }),
} as const;

/**
 * Refetches tasks after a change, made or refused. An open task's timeline and reasons are refetched because their keys
 * contain the task's version.
 */
export function useRefetchTasks(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      queryKey: taskKeys.all(),
      predicate: ({ queryKey }) => !isPartOfTask(queryKey),
    });
}

/** Whether a query is below one task's key. */
const isPartOfTask = ([, , kind, , part]: readonly unknown[]): boolean =>
  kind === 'one' && part !== undefined;

/** Whether a change of a task can move it within a list, or into or out of it. */
function mayMoveRows([, , kind, query]: readonly unknown[]): boolean {
  if (kind !== 'list') return false;
  const { sort, fields: _fields, ...filters } = query as Readonly<Record<string, string>>;
  return Object.keys(filters).length > 0 || !/^-?created_at$/.test(sort ?? 'created_at');
}

/** A command on one task: its response updates the cache, and only lists and counts that it can affect are refetched. */
function useCommandOnTask<Input>(mutationFn: (input: Input) => Promise<TaskDto>) {
  const client = useQueryClient();
  const reread = useRefetchTasks();
  return useMutation({
    mutationFn,
    onSuccess: (task) => {
      putRow(client, 'tasks', task);
      return client.invalidateQueries({
        queryKey: taskKeys.all(),
        predicate: ({ queryKey }) => queryKey[2] === 'counts' || mayMoveRows(queryKey),
      });
    },
    onError: reread,
  });
}

/** Start, stop, pause or resume of one task. */
export const useTaskCommand = () =>
  useCommandOnTask(
    async ({ id, command }: { id: number; command: TaskCommand }) =>
      (await commandRequests[command](id)).data,
  );

/** Closes a task's payment check: a person states that nothing was paid. */
export const usePaymentChecked = () =>
  useCommandOnTask(async (id: number) => (await taskCommandsPaymentChecked({ path: { id } })).data);

/**
 * Sends a bulk command. The server takes tasks in id order up to the task limit and returns what it skipped; `key` makes a
 * retry idempotent.
 */
export function useBulkCommand() {
  return useMutation({
    mutationFn: async ({ key, ...body }: BulkTasksDto & { key?: string }) =>
      (await taskBulkRun({ body, headers: key ? { 'Idempotency-Key': key } : undefined })).data,
    onSettled: useRefetchTasks(),
  });
}

/** Creates a task. */
export function useCreateTask() {
  return useMutation({
    mutationFn: async (task: TaskInputDto) => (await tasksCreate({ body: task })).data,
    onSettled: useRefetchTasks(),
  });
}

/** Updates the given fields; `etag` makes a stale write fail with 412 STALE. */
export const useUpdateTask = () =>
  useCommandOnTask(
    async ({ id, change, etag }: { id: number; change: TaskChange; etag: string | null }) =>
      (await tasksUpdate({ path: { id }, body: change, ...ifMatch(etag) })).data,
  );
