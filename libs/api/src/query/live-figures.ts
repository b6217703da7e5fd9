import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { serverNow } from '../clock';
import { dashboardLive, type LiveFiguresDto } from '../generated';
import { useLive } from '../live/use-live';
import { keysOf } from './query-keys';

/** The keys of the live figures; a change of held seats invalidates them. */
export const LIVE_FIGURES = 'live_figures';
const liveFiguresQueryKey = () => keysOf(LIVE_FIGURES).list();

/** How often they are read: what begins to sell isn't in the live stream. */
const REFRESH_MS = 20_000;
/** How often while the stream is down. */
const POLL_MS = 10_000;

/** Milliseconds until seats expire, for which there is no live message. */
function untilExpiry(data: LiveFiguresDto | undefined): number {
  const at = data?.to_pay.expires_at;
  return at ? Math.max(1_000, Date.parse(at) - serverNow() + 500) : Infinity;
}

/** What is on sale, held and about to expire, at one moment: menu, expiry bar and plots read the same answer. */
export function useLiveFigures(): UseQueryResult<LiveFiguresDto> {
  const pace = useLive().status === 'live' ? REFRESH_MS : POLL_MS;
  return useQuery({
    queryKey: liveFiguresQueryKey(),
    queryFn: async ({ signal }) => (await dashboardLive({ signal })).data,
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => Math.min(pace, untilExpiry(state.data)),
    // The expiry bar warns in the title of a tab in the background too.
    refetchIntervalInBackground: true,
  });
}
