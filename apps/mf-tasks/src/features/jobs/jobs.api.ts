import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type BasketDto,
  countsOf,
  ifMatch,
  type JobChangeDto,
  type JobDto,
  jobsControl,
  jobsEvents,
  jobsGet,
  jobsList,
  jobsRemove,
  jobsRestore,
  jobsUpdate,
  keysOf,
  type Page,
  pageOf,
  paymentsList,
  type TaskDto,
  tasksOfJob,
} from '@tessera/api';
import type { Job, JobCommand } from '../../task-types';
import { wireQuery } from '../../wire-query';

/** Keys of jobs: the live stream's topic. */
const jobKeys = keysOf('jobs');

const toJob = (job: JobDto): Job => ({ ...job, counts: countsOf(job.counts) });

/** A page of jobs. */
export const jobsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: jobKeys.list(query),
    queryFn: async ({ signal }): Promise<Page<Job>> => {
      const page = pageOf(await jobsList({ query: wireQuery(query), signal }));
      return { ...page, rows: page.rows.map(toJob) };
    },
    placeholderData: keepPreviousData,
  });

/** One job with its figures. */
export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: jobKeys.one(id),
    queryFn: async ({ signal }) => toJob((await jobsGet({ path: { id }, signal })).data),
  });

/** Entries of a timeline per request. */
const PAGE_SIZE = 50;

/** A job's timeline by pages, newest first; refetched when the job changes. */
export const jobEventsQuery = ({ id, updated_at, status, seats_won }: Job) =>
  infiniteQueryOptions({
    queryKey: [...jobKeys.one(id), 'events', updated_at, status, seats_won],
    queryFn: async ({ signal, pageParam: page }) =>
      pageOf(await jobsEvents({ path: { id }, query: { page, page_size: PAGE_SIZE }, signal })),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      total !== null && pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
  });

const firstTasks = { page: 1, page_size: 100 };

/** A job's first tasks with the total; under the key of tasks, so that live changes reach it. */
export const jobTasksQuery = (id: number) =>
  queryOptions({
    queryKey: keysOf('tasks').list({ job: id }),
    queryFn: async ({ signal }): Promise<Page<TaskDto>> =>
      pageOf(await tasksOfJob({ path: { jobId: id }, query: firstTasks, signal })),
  });

/** How often baskets are counted, for holds that end without a message. */
const COUNT_MS = 20_000;

/** The baskets of a job that people pay: the first, with the total. */
export const jobBasketsQuery = (id: number) =>
  queryOptions({
    queryKey: keysOf('pay_queue').list({ job: id, first: true }),
    queryFn: async ({ signal }): Promise<Page<BasketDto>> =>
      pageOf(await paymentsList({ query: { job_id: String(id), page: 1, page_size: 1 }, signal })),
    refetchInterval: COUNT_MS,
  });

/** One job with its ETag, for its form. */
export const getJob = (id: number) => jobsGet({ path: { id } });

/** Refetches jobs, and the tasks that a job's commands change. */
function useRefetchJobs() {
  const client = useQueryClient();
  return () =>
    Promise.all([jobKeys, keysOf('tasks')].map((keys) => client.invalidateQueries({ queryKey: keys.all() })));
}

/** Sends a command to all of a job's tasks. */
export function useControlJob() {
  return useMutation({
    mutationFn: async ({ id, command }: { id: number; command: JobCommand }) =>
      (await jobsControl({ path: { id }, body: { command } })).data,
    onSettled: useRefetchJobs(),
  });
}

/** Updates a job's name, target or start. */
export function useUpdateJob() {
  return useMutation({
    mutationFn: async ({ id, change, etag }: { id: number; change: JobChangeDto; etag: string | null }) =>
      (await jobsUpdate({ path: { id }, body: change, ...ifMatch(etag) })).data,
    onSettled: useRefetchJobs(),
  });
}

/** Deletes a job with its tasks. `onDeleted` is called before the list is refetched. */
export function useDeleteJob(onDeleted: (id: number) => void) {
  return useMutation({
    mutationFn: (id: number) => jobsRemove({ path: { id } }),
    // Before the refetch, which would fail for the open drawer.
    onSuccess: (_answer, id) => onDeleted(id),
    onSettled: useRefetchJobs(),
  });
}

/** Restores a deleted job. */
export function useRestoreJob() {
  return useMutation({
    mutationFn: (id: number) => jobsRestore({ path: { id } }),
    onSettled: useRefetchJobs(),
  });
}
