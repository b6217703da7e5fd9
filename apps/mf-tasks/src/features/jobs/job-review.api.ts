import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  jobReviewCompare,
  jobReviewHistory,
  jobReviewPlan,
  jobReviewPlanTotals,
  jobReviewRun,
  jobReviewTaskEvents,
  jobReviewTemplateDifference,
  keysOf,
  type Page,
  pageOf,
} from '@tessera/api';
import { unfinishedStatuses } from '@tessera/domain';
import type { Job } from '../../task-types';
import { wireQuery } from '../../wire-query';

const jobKeys = keysOf('jobs');

/** Milliseconds between requests of what is counted from timelines, which the live stream doesn't send. */
const COUNT_INTERVAL = 10_000;

/** How often a job's figures are counted again: not at all once it has ended. */
const intervalOf = ({ counts }: Job): number | false =>
  unfinishedStatuses.some((status) => (counts[status] ?? 0) > 0) ? COUNT_INTERVAL : false;

/** Lines of a plan per request. */
const PLAN_PAGE = 100;
/** Entries of a timeline per request. */
const EVENTS_PAGE = 50;

/** The next page, until all rows are loaded. */
const nextPage =
  (size: number) =>
  ({ total }: Pick<Page<unknown>, 'total'>, pages: readonly unknown[]): number | undefined =>
    total !== null && pages.length * size < total ? pages.length + 1 : undefined;

/** The plan that a job was launched with, by pages; `verdict` empty for all lines. */
export const jobPlanQuery = (id: number, verdict: string) =>
  infiniteQueryOptions({
    queryKey: [...jobKeys.one(id), 'plan', verdict],
    queryFn: async ({ signal, pageParam: page }) =>
      pageOf(
        await jobReviewPlan({
          path: { id },
          query: { page, page_size: PLAN_PAGE, verdict: verdict || undefined },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage(PLAN_PAGE),
    placeholderData: keepPreviousData,
  });

/** How many lines the plan has by verdict, and whether it was kept. A launch's plan never changes. */
export const jobPlanTotalsQuery = (id: number) =>
  queryOptions({
    queryKey: [...jobKeys.one(id), 'plan-totals'],
    queryFn: async ({ signal }) => (await jobReviewPlanTotals({ path: { id }, signal })).data,
    staleTime: Infinity,
  });

/** A job's figures from its timeline. */
export const jobRunQuery = (job: Job) =>
  queryOptions({
    queryKey: [...jobKeys.one(job.id), 'run', job.status],
    queryFn: async ({ signal }) => (await jobReviewRun({ path: { id: job.id }, signal })).data,
    refetchInterval: intervalOf(job),
  });

/** The outcomes of a job's tasks over time. */
export const jobHistoryQuery = (job: Job) =>
  queryOptions({
    queryKey: [...jobKeys.one(job.id), 'history', job.status],
    queryFn: async ({ signal }) => (await jobReviewHistory({ path: { id: job.id }, signal })).data,
    refetchInterval: intervalOf(job),
  });

/** A job beside another run; `other` null before one is chosen. */
export const jobComparisonQuery = (job: Job, other: number | null) =>
  queryOptions({
    queryKey: [...jobKeys.one(job.id), 'compare', other, job.status],
    queryFn: async ({ signal }) =>
      (await jobReviewCompare({ path: { id: job.id }, query: { with: other ?? 0 }, signal })).data,
    enabled: other !== null,
    refetchInterval: intervalOf(job),
  });

/** The settings that a job's template has now and the job has not. */
export const templateDifferenceQuery = ({ id, updated_at }: Job) =>
  queryOptions({
    queryKey: [...jobKeys.one(id), 'template', updated_at],
    queryFn: async ({ signal }) => (await jobReviewTemplateDifference({ path: { id }, signal })).data,
  });

/** What happened to a job's tasks, newest first, by pages. */
export const jobTaskEventsQuery = (job: Job, filter: { actor_kind?: string; what?: string }) =>
  infiniteQueryOptions({
    queryKey: [...jobKeys.one(job.id), 'task-events', filter, job.status],
    queryFn: async ({ signal, pageParam: page }) =>
      pageOf(
        await jobReviewTaskEvents({
          path: { id: job.id },
          query: { page, page_size: EVENTS_PAGE, ...wireQuery(filter) },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage(EVENTS_PAGE),
    placeholderData: keepPreviousData,
    refetchInterval: intervalOf(job),
  });
