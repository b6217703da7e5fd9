import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keysOf, meGet, setSessionUser, toUser, useLive, useUser } from '@tessera/api';

const waitingPollMs = 15_000;

/**
 * Keeps the stored user up to date: role, realm and name may have changed since signing in. The server ends the live stream
 * on such a change, so the user is fetched again when it reconnects; a user without a realm is polled.
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
  const { status } = useLive();
  const wasLive = useRef(false);
  useEffect(() => {
    if (status !== 'live') return;
    if (wasLive.current) void refetch();
    wasLive.current = true;
  }, [refetch, status]);
}
