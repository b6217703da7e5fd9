import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type JobDto,
  jobReviewRun,
  jobsList,
  keysOf,
  type Page,
  pageOf,
  type RehearsalDto,
  rehearsalsGet,
  rehearsalsList,
} from '@tessera/api';
import { wireQuery } from '../wire-query';

const jobKeys = keysOf('jobs');
const rehearsalKeys = keysOf('rehearsals');

/** How often a running rehearsal is read again. */
const REFRESH_MS = 2000;
/** How often a job's figures are counted again while it is compared. */
const COUNT_MS = 10_000;

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

/** The figures of a job from its timeline, counted again until it ends. */
export const comparedJobQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...jobKeys.one(id ?? 0), 'compared-run'],
    queryFn: async ({ signal }) => (await jobReviewRun({ path: { id: id ?? 0 }, signal })).data,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && state.data.finished_at === null ? COUNT_MS : false),
  });

/** Jobs of an event or of a template to compare with. */
export const comparableJobsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: [...jobKeys.all(), 'comparable', query],
    queryFn: async ({ signal }): Promise<JobDto[]> =>
      pageOf(await jobsList({ query: wireQuery(query), signal })).rows,
  });
