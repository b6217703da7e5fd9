import { keysOf, meGet, setSessionUser, toUser, useUser } from '@tessera/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

const waitingPace = 15_000;

/**
 * Keeps the stored user as the server knows them: role, realm and name may have changed since signing in. Somebody
 * without a realm is looked after more often, so that being assigned to one shows by itself.
 */
export function useFreshUser(): void {
  const user = useUser();
  const waiting = user.role !== 'admin' && user.realmId === null;
  const { data } = useQuery({
    queryKey: keysOf('me').one(user.id),
    queryFn: async ({ signal }) => toUser((await meGet({ signal })).data),
    refetchInterval: waiting ? waitingPace : false,
  });
  useEffect(() => {
    if (data) setSessionUser(data);
  }, [data]);
}
