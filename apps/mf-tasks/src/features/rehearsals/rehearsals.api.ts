import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  eventsGet,
  jobsGet,
  keysOf,
  type Page,
  pageOf,
  type RehearsalDto,
  type RehearsalInput,
  rehearsalsGet,
  rehearsalsList,
  rehearsalsRemove,
  rehearsalsStart,
  rehearsalsStop,
  templatesGet,
} from '@tessera/api';
import { wireQuery } from '../../wire-query';

const rehearsalKeys = keysOf('rehearsals');

/** How often a running rehearsal is read again. */
const REFRESH_MS = 2000;

/** A page of rehearsals; read again while one of them runs. */
export const rehearsalsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: rehearsalKeys.list(query),
    queryFn: async ({ signal }): Promise<Page<RehearsalDto>> =>
      pageOf(await rehearsalsList({ query: wireQuery(query), signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'running') ? REFRESH_MS : false,
  });

/** One rehearsal; read again while it runs. */
export const rehearsalQuery = (id: number | null) =>
  queryOptions({
    queryKey: rehearsalKeys.one(id ?? 0),
    queryFn: async ({ signal }) => (await rehearsalsGet({ path: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? REFRESH_MS : false),
  });

/** What a rehearsal is started from. */
export type Source = { kind: 'template' | 'job' | 'event'; id: number };

/** The name and the event of what is rehearsed, and how many tasks run. */
export const sourceQuery = ({ kind, id }: Source) =>
  queryOptions({
    queryKey: rehearsalKeys.list({ source: kind, id }),
    queryFn: async ({ signal }) => {
      if (kind === 'template') {
        const { data } = await templatesGet({ path: { id }, signal });
        return {
          name: data.name,
          event: data.event_name,
          tasks: data.worker_count,
          seats: data.seats_per_worker,
        };
      }
      if (kind === 'job') {
        const { data } = await jobsGet({ path: { id }, signal });
        const tasks = Object.values(data.counts).reduce<number>((sum, count) => sum + Number(count), 0);
        return { name: data.name, event: data.event_name, tasks, seats: null };
      }
      const { data } = await eventsGet({ path: { id }, signal });
      return { name: data.name, event: data.name, tasks: null, seats: null };
    },
  });

function useRefetchRehearsals() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: rehearsalKeys.all() });
}

/** Starts a rehearsal. */
export function useStartRehearsal() {
  return useMutation({
    mutationFn: async (input: RehearsalInput) => (await rehearsalsStart({ body: input })).data,
    onSettled: useRefetchRehearsals(),
  });
}

/** Stops a running rehearsal. */
export function useStopRehearsal() {
  return useMutation({
    mutationFn: async (id: number) => (await rehearsalsStop({ path: { id } })).data,
    onSettled: useRefetchRehearsals(),
  });
}

/** Deletes a rehearsal with its report. */
export function useDeleteRehearsal() {
  return useMutation({
    mutationFn: (id: number) => rehearsalsRemove({ path: { id } }),
    onSettled: useRefetchRehearsals(),
  });
}
