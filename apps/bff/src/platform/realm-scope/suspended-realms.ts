import type { Tx } from '../database/transactions';
import { realmSuspended } from '../errors/api-error';
import { findSuspended } from './realm-status.repository';

/** 403 REALM_SUSPENDED when work would start in a suspended realm, even by an administrator. */
export async function refuseSuspended(tx: Tx, realmIds: readonly number[]): Promise<void> {
  if ((await findSuspended(tx, realmIds)).size > 0) throw realmSuspended();
}
