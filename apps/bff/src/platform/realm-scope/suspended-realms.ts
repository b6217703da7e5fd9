import type { Tx } from '../database/transactions';
import { realmSuspended, rehearsalEnded } from '../errors/api-error';
import { findSuspended } from './realm-status.repository';
import { isRehearsalRealm } from './rehearsal-realms';

/** 403 REALM_SUSPENDED when work would start in a suspended realm or an ended rehearsal, even by an administrator. */
export async function refuseSuspended(tx: Tx, realmIds: readonly number[]): Promise<void> {
  const suspended = [...(await findSuspended(tx, realmIds))];
  if (suspended.length > 0) throw suspended.every(isRehearsalRealm) ? rehearsalEnded() : realmSuspended();
}
