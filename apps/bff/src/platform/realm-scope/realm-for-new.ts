import type { Tx } from '../database/transactions';
import { invalid, realmSuspended } from '../errors/api-error';
import { findRealm, type RealmRow } from './realm-status.repository';
import { ownRealm } from './scope';

/** The realm of a new row, as `ownRealm`; 400 naming `realm_id` when there is no such realm, 403 when it is suspended. */
export async function realmForNew(tx: Tx, requested?: number | null): Promise<number> {
  const realm = await existingRealm(tx, requested);
  if (realm.status === 'suspended') throw realmSuspended();
  return realm.id;
}

/** As `realmForNew`, for what a suspended realm may get too: users, and messages from administrators. */
export async function existingRealm(tx: Tx, requested?: number | null): Promise<RealmRow> {
  const realm = await findRealm(tx, ownRealm(tx.scope, requested));
  if (!realm) throw invalid([{ field: 'realm_id', message: 'realm_id names no realm', code: 'NOT_FOUND' }]);
  return realm;
}
