import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  eventsGet,
  ifMatch,
  jobsGet,
  keysOf,
  type RehearsalInput,
  rehearsalsRemove,
  rehearsalsStart,
  rehearsalsStop,
  type TemplateChange,
  templatesGet,
  templatesUpdate,
} from '@tessera/api';

const rehearsalKeys = keysOf('rehearsals');

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

/** The template that was rehearsed, with its ETag. */
export const rehearsedTemplateQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...keysOf('templates').one(id ?? 0), 'rehearsed'],
    queryFn: async ({ signal }) => {
      const { data, response } = await templatesGet({ path: { id: id ?? 0 }, signal });
      return { template: data, etag: response.headers.get('ETag') };
    },
    enabled: id !== null,
  });

/** Applies advice to a template; `etag` makes a stale write fail with 412 STALE. */
export function useApplyAdvice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, change, etag }: { id: number; change: TemplateChange; etag: string | null }) => {
      const { data, response } = await templatesUpdate({ path: { id }, body: change, ...ifMatch(etag) });
      return { template: data, etag: response.headers.get('ETag') };
    },
    onSettled: () => client.invalidateQueries({ queryKey: keysOf('templates').all() }),
  });
}
