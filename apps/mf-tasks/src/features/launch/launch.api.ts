import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  eventsGet,
  type JobInputDto,
  jobsCreate,
  jobsGet,
  jobsPreview,
  keysOf,
  rehearsalsList,
  templatesGet,
} from '@tessera/api';

/** The template in the address. */
export const launchTemplateQuery = (id: number | null) =>
  queryOptions({
    queryKey: keysOf('templates').one(id ?? 0),
    queryFn: async ({ signal }) => (await templatesGet({ path: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
  });

/** The event in the address. */
export const launchEventQuery = (id: number | null) =>
  queryOptions({
    queryKey: keysOf('events').one(id ?? 0),
    queryFn: async ({ signal }) => (await eventsGet({ path: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
  });

/** The job to launch again. */
export const launchJobQuery = (id: number | null) =>
  queryOptions({
    queryKey: keysOf('jobs').one(id ?? 0),
    queryFn: async ({ signal }) => (await jobsGet({ path: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
  });

/** The latest rehearsal of a template that has ended; null when there is none. */
export const lastRehearsalQuery = (templateId: number) =>
  queryOptions({
    queryKey: keysOf('rehearsals').list({ last: templateId }),
    queryFn: async ({ signal }) => {
      const query = { template_id: String(templateId), status: '!running', page: 1, page_size: 1 };
      return (await rehearsalsList({ query, signal })).data[0] ?? null;
    },
  });

/** The preview of a launch, never cached. */
export const planQuery = (input: JobInputDto | null) =>
  queryOptions({
    queryKey: keysOf('job-plans').list({ ...input }),
    queryFn: async ({ signal }) => {
      if (input === null) throw new Error('Nothing to plan yet');
      return (await jobsPreview({ body: input, signal })).data;
    },
    enabled: input !== null,
    refetchOnWindowFocus: false,
  });

/** The plan of a draft, whose hash differs from a launch's because nothing starts. */
export const getDraftPlan = async (input: JobInputDto) =>
  (await jobsPreview({ body: { ...input, draft: true } })).data;

/** Launches a previewed plan; `key` makes a retry idempotent. */
export function useLaunchJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, key }: { input: JobInputDto; key: string }) =>
      (await jobsCreate({ body: input, headers: { 'Idempotency-Key': key } })).data,
    // Templates show when they were last launched.
    onSettled: () =>
      Promise.all(
        ['jobs', 'tasks', 'templates'].map((topic) =>
          client.invalidateQueries({ queryKey: keysOf(topic).all() }),
        ),
      ),
  });
}
