import { dashboardGet, keysOf, useLive, type DashboardDto, type DashboardGetData } from '@tessera/api';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';

/** How far back the chart looks. */
export type Span = NonNullable<NonNullable<DashboardGetData['query']>['span']>;

const keys = keysOf('dashboard');
const pollingPace = 10_000;

/**
 * The dashboard's figures. They follow the live stream (bootstrap.tsx names what they are made of); without it they
 * are polled.
 */
export function useDashboard(span: Span = '24h'): UseQueryResult<DashboardDto> {
  const { status } = useLive();
  return useQuery({
    queryKey: keys.list({ span }),
    queryFn: async ({ signal }) => (await dashboardGet({ query: { span }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: status === 'live' ? false : pollingPace,
  });
}
