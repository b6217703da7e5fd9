import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keysOf, meGet, setSessionUser, toApiError, toUser, useLive, useUser } from '@tessera/api';

const waitingPollMs = 15_000;

/**
 * Keeps the stored user up to date: role, realm and name may have changed since signing in. The server ends the live stream
 * on such a change, so the user is fetched again when it reconnects, and when a request fails because a second factor is
 * required; a user without a realm is polled.
 */
export function useUserRefresh(): void {
  const user = useUser();
  const waiting = user.role !== 'admin' && user.realmId === null;
  const { data, refetch } = useQuery({
    queryKey: keysOf('me').one(user.id),
    queryFn: async ({ signal }) => toUser((await meGet({ signal })).data),
    refetchInterval: waiting ? waitingPollMs : false,
  });
  useEffect(() => {
    if (data) setSessionUser(data);
  }, [data]);
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (toApiError(event.action.error).reason === 'SECOND_FACTOR_DUE') void refetch();
      }),
    [client, refetch],
  );
  const { status } = useLive();
  const wasLive = useRef(false);
  useEffect(() => {
    if (status !== 'live') return;
    if (wasLive.current) void refetch();
    wasLive.current = true;
  }, [refetch, status]);
}
