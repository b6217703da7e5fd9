import {
  dashboardGet,
  dashboardTasksOverTime,
  jobsList,
  keysOf,
  pageOf,
  realmsList,
  serverNow,
  useLive,
  workersList,
  type DashboardDto,
  type DashboardTasksOverTimeData,
  type JobDto,
  type Page,
  type RealmDto,
  type TasksOverTimeDto,
  type WorkerDto,
} from '@tessera/api';
import { browserTimeZone, useLocale } from '@tessera/ui';
import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';

/** How far back the chart looks. */
export type Span = NonNullable<NonNullable<DashboardTasksOverTimeData['query']>['span']>;

const keys = keysOf('dashboard');
/** How often figures are polled; what the page read this recently, a panel that is drawn later doesn't read again. */
const pollMs = 10_000;
const firstRows = { page: 1, page_size: 5 };
export const recentJobsCount = 6;

/** Without the live stream figures are polled; with it bootstrap.tsx names what they follow. */
function usePollInterval(): number | false {
  const { status } = useLive();
  return status === 'live' ? false : pollMs;
}

/** Ms until the next held seat lapses, which no change of a row announces; false while nothing is held. */
function untilNextLapse(data: DashboardDto | undefined): number | false {
  if (!data?.next_lapse_at) return false;
  return Math.max(1_000, Date.parse(data.next_lapse_at) - serverNow() + 500);
}

/** The figures of the tiles, of the top bar and of the menu; today is that of the reader's time zone. */
export function useDashboard(): UseQueryResult<DashboardDto> {
  const pace = usePollInterval();
  const { timeZone = browserTimeZone() } = useLocale();
  return useQuery({
    queryKey: keys.list({ time_zone: timeZone }),
    queryFn: async ({ signal }) => (await dashboardGet({ query: { time_zone: timeZone }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pace || untilNextLapse(state.data),
  });
}

const tasksOverTimeQuery = (span: Span) =>
  queryOptions({
    queryKey: keys.list({ chart: span }),
    queryFn: async ({ signal }) => (await dashboardTasksOverTime({ query: { span }, signal })).data,
    staleTime: pollMs,
  });

/** Tasks by status over a span of time; another span keeps the last one's columns until it is there. */
export function useTasksOverTime(span: Span): UseQueryResult<TasksOverTimeDto> {
  return useQuery({
    ...tasksOverTimeQuery(span),
    placeholderData: keepPreviousData,
    refetchInterval: usePollInterval(),
  });
}

/** The newest jobs; the live stream keeps them. */
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

/** Reads what the panels show beside the figures, and keeps it until they are drawn, once the figures are there. */
export function usePrefetchedPanels(figures: DashboardDto | undefined): void {
  // The page itself isn't drawn again by the answers. From then on the panels read alone.
  const ahead = { notifyOnChangeProps: [], enabled: figures === undefined };
  useQuery({ ...tasksOverTimeQuery('24h'), ...ahead });
  useQuery({ ...recentJobsQuery(), ...ahead });
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

/** The workers heard of last; for administrators. */
export function useWorkers(): UseQueryResult<Page<WorkerDto>> {
  const query = { ...firstRows, sort: '-last_seen_at' };
  return useQuery({
    queryKey: keysOf('workers').list(query),
    queryFn: async ({ signal }) => pageOf<WorkerDto>(await workersList({ query, signal })),
    refetchInterval: pollMs,
  });
}
