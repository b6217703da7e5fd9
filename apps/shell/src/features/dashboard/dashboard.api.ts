import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type DashboardDto,
  dashboardGet,
  dashboardOnSales,
  dashboardTasksOverTime,
  type DashboardTasksOverTimeData,
  type JobDto,
  jobsList,
  keysOf,
  type NextSaleDto,
  type Page,
  pageOf,
  type RealmDto,
  realmsList,
  serverNow,
  type TasksOverTimeDto,
  useLive,
  type WorkerDto,
  workersList,
} from '@tessera/api';
import { browserTimeZone, useLocale } from '@tessera/ui';

/** The period that the chart covers. */
export type Span = NonNullable<NonNullable<DashboardTasksOverTimeData['query']>['span']>;

const keys = keysOf('dashboard');
/** Polling interval of the figures; a page or panel that mounts later reuses data that is younger than this. */
const pollMs = 10_000;
/** Readiness depends on workers too, of which the live stream doesn't tell everybody. */
const SALES_POLL_MS = 60_000;
const firstRows = { page: 1, page_size: 5 };
export const recentJobsCount = 6;

/** The polling interval; none while the live stream is up, which invalidates the figures (bootstrap.tsx). */
function usePollInterval(): number | false {
  const { status } = useLive();
  return status === 'live' ? false : pollMs;
}

/** Milliseconds until the next held seat lapses, for which there is no live message; false while nothing is held. */
function untilNextLapse(data: DashboardDto | undefined): number | false {
  if (!data?.next_lapse_at) return false;
  return Math.max(1_000, Date.parse(data.next_lapse_at) - serverNow() + 500);
}

/** The figures of the tiles, the top bar and the menu; "today" is in the user's time zone. */
export function useDashboard(): UseQueryResult<DashboardDto> {
  const pace = usePollInterval();
  const { timeZone = browserTimeZone() } = useLocale();
  return useQuery({
    queryKey: keys.list({ time_zone: timeZone }),
    queryFn: async ({ signal }) => (await dashboardGet({ query: { time_zone: timeZone }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: pollMs,
    refetchInterval: ({ state }) => pace || untilNextLapse(state.data),
  });
}

/** The on-sales of the next days and what is ready for them. */
export function useNextSales(): UseQueryResult<NextSaleDto[]> {
  return useQuery({
    queryKey: keys.list({ on_sales: true }),
    queryFn: async ({ signal }) => (await dashboardOnSales({ signal })).data.sales,
    staleTime: pollMs,
    refetchInterval: usePollInterval() || SALES_POLL_MS,
  });
}

const tasksOverTimeQuery = (span: Span) =>
  queryOptions({
    queryKey: keys.list({ chart: span }),
    queryFn: async ({ signal }) => (await dashboardTasksOverTime({ query: { span }, signal })).data,
    staleTime: pollMs,
  });

/** Tasks by status over a period; the previous period's data stays until the new one is loaded. */
export function useTasksOverTime(span: Span): UseQueryResult<TasksOverTimeDto> {
  return useQuery({
    ...tasksOverTimeQuery(span),
    placeholderData: keepPreviousData,
    refetchInterval: usePollInterval(),
  });
}

/** The most recent jobs; the live stream updates them. */
export function useRecentJobs(): UseQueryResult<Page<JobDto>> {
  return useQuery({ ...recentJobsQuery(), refetchInterval: usePollInterval() });
}

function recentJobsQuery() {
  const query = { page: 1, page_size: recentJobsCount, sort: '-created_at' };
  return queryOptions({
    queryKey: keysOf('jobs').list(query),
    queryFn: async ({ signal }) => pageOf<JobDto>(await jobsList({ query, signal })),
    staleTime: pollMs,
  });
}

/** Prefetches the panels' data in parallel with the figures; the panels mount once the figures are loaded. */
export function usePrefetchedPanels(figures: DashboardDto | undefined): void {
  // Responses don't re-render the page itself; once mounted, the panels run their own queries.
  const prefetchOptions = { notifyOnChangeProps: [], enabled: figures === undefined };
  useQuery({ ...tasksOverTimeQuery('24h'), ...prefetchOptions });
  useQuery({ ...recentJobsQuery(), ...prefetchOptions });
}

/** The realms with the most unfinished tasks; for administrators. */
export function useBusiestRealms(): UseQueryResult<Page<RealmDto>> {
  const query = { ...firstRows, sort: '-active_tasks' };
  return useQuery({
    queryKey: keysOf('realms').list(query),
    queryFn: async ({ signal }) => pageOf<RealmDto>(await realmsList({ query, signal })),
    refetchInterval: pollMs,
  });
}

/** The workers seen most recently; for administrators. */
export function useWorkers(): UseQueryResult<Page<WorkerDto>> {
  const query = { ...firstRows, sort: '-last_seen_at' };
  return useQuery({
    queryKey: keysOf('workers').list(query),
    queryFn: async ({ signal }) => pageOf<WorkerDto>(await workersList({ query, signal })),
    refetchInterval: pollMs,
  });
}
