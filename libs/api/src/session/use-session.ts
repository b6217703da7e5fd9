import { can, type Action, type Reach } from '@tessera/domain';
import { useSyncExternalStore } from 'react';
import { getSession, subscribeSession, type Session } from './session-store';
import type { User } from './user';

/** The session of this browser, or null; follows sign in and sign out in every tab. */
export const useSession = (): Session | null => useSyncExternalStore(subscribeSession, getSession);

/**
 * The signed-in user.
 *
 * @throws when nobody is signed in: for pages behind the shell's guard alone
 */
export function useUser(): User {
  const session = useSession();
  if (!session) throw new Error('This page needs a signed-in user');
  return session.user;
}

/** Whether the user's realm is suspended: everything in it is read-only. */
export function useRealmSuspended(): boolean {
  const user = useSession()?.user;
  return user?.role !== 'admin' && user?.realmStatus === 'suspended';
}

/** Whether the user may change what is their realm's: the permission, in a realm that isn't suspended. */
export function useMayWrite(): boolean {
  const permitted = useCan('write');
  return !useRealmSuspended() && permitted;
}

/** Whether the user may do something; false when nobody is signed in. */
export function useCan(action: Action, reach: Reach = 'own'): boolean {
  const session = useSession();
  return session !== null && can(session.user.permissions, action, reach);
}
