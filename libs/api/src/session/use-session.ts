import { useSyncExternalStore } from 'react';
import { type Act, type Action, can, isReadOnly, mayAct, type Reach } from '@tessera/domain';
import { getSession, type Session, subscribeSession } from './session-store';
import type { User } from './user';

/** This browser's session, or null; updates with sign-ins and sign-outs in every tab. */
export const useSession = (): Session | null => useSyncExternalStore(subscribeSession, getSession);

/**
 * The signed-in user.
 *
 * @throws Error when nobody is signed in: only for pages behind the shell's guard
 */
export function useUser(): User {
  const session = useSession();
  if (!session) throw new Error('This page needs a signed-in user');
  return session.user;
}

/** Whether the user's realm is suspended and therefore read-only. */
export function useRealmSuspended(): boolean {
  const user = useSession()?.user;
  return user !== undefined && isReadOnly(user.role, user.realmStatus === 'suspended');
}

/** Whether the user may change their realm's data: they have the permission, and the realm isn't suspended. */
export function useMayWrite(): boolean {
  const permitted = useCan('write');
  return !useRealmSuspended() && permitted;
}

/** Whether the user may act by a permission or a duty, and the realm isn't suspended. */
export function useMayAct(act: Act): boolean {
  const permitted = useCanAct(act);
  return !useRealmSuspended() && permitted;
}

/** Whether the user may act by a permission or a duty, for what a suspended realm shows too. */
export function useCanAct(act: Act): boolean {
  const session = useSession();
  return session !== null && mayAct(session.user, act);
}

/** Whether the user has a permission; false when nobody is signed in. */
export function useCan(action: Action, reach: Reach = 'own'): boolean {
  const session = useSession();
  return session !== null && can(session.user.permissions, action, reach);
}
