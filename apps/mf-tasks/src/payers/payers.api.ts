import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BulkTasksDto,
  ifMatch,
  type JobDto,
  jobsGet,
  jobsUpdate,
  keysOf,
  payersAsk,
  payersComeOn,
  payersGet,
  payersGoOff,
  taskBulkRun,
} from '@tessera/api';

const roomKeys = keysOf('on-sale');

/** Milliseconds between requests: forecasts change with time alone. */
const INTERVAL = 10_000;
const POLL_INTERVAL = 3_000;

/** Who pays for an event, and what is forecast; refetched with its room. */
export const payersQuery = (eventId: number, isLive: boolean) =>
  queryOptions({
    queryKey: [...roomKeys.one(eventId), 'payers'],
    queryFn: async ({ signal }) => (await payersGet({ path: { eventId }, signal })).data,
    refetchInterval: isLive ? INTERVAL : POLL_INTERVAL,
  });

/** Reads who pays now. */
export const getPayers = async (eventId: number) => (await payersGet({ path: { eventId } })).data;

function useRefetch(...topics: readonly string[]) {
  const client = useQueryClient();
  return () =>
    Promise.all(topics.map((topic) => client.invalidateQueries({ queryKey: keysOf(topic).all() })));
}

/** Says that the user is on to pay for an event, or no longer. */
export const useSetPayer = (eventId: number) =>
  useMutation({
    mutationFn: async (on: boolean) => (await (on ? payersComeOn : payersGoOff)({ path: { eventId } })).data,
    onSettled: useRefetch('on-sale', 'dashboard', 'job-plans'),
  });

/** Notifies the others who may pay for an event. */
export const useAskPayers = (eventId: number) =>
  useMutation({
    mutationFn: async () => (await payersAsk({ path: { eventId } })).data,
    onSettled: useRefetch('on-sale'),
  });

/** Edits many tasks, or previews it. */
export const useBulkEdit = () =>
  useMutation({
    mutationFn: async (body: Omit<BulkTasksDto, 'command'>) =>
      (await taskBulkRun({ body: { command: 'edit', ...body } })).data,
    onSettled: useRefetch('on-sale', 'tasks', 'jobs', 'job-plans'),
  });

/** A job with its ETag, whose starts can be spread. */
export interface SpreadJob {
  job: JobDto;
  etag: string | null;
}

/** Reads a job that is to be changed. */
export async function getSpreadJob(id: number): Promise<SpreadJob> {
  const { data, response } = await jobsGet({ path: { id } });
  return { job: data, etag: response.headers.get('etag') };
}

/** Sets the seconds between the starts of a job's tasks; returns the job with its new ETag. */
export const useSetLaunchDelay = () =>
  useMutation({
    mutationFn: async ({
      job: { id },
      etag,
      seconds,
    }: SpreadJob & { seconds: number }): Promise<SpreadJob> => {
      const body = { launch_delay: seconds };
      const { data, response } = await jobsUpdate({ path: { id }, body, ...ifMatch(etag) });
      return { job: data, etag: response.headers.get('etag') };
    },
    onSettled: useRefetch('on-sale', 'tasks', 'jobs', 'job-plans'),
  });
