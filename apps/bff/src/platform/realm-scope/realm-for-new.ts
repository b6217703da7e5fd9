import type { Tx } from '../database/transactions';
import { invalid, realmSuspended } from '../errors/api-error';
import { ownRealm } from './scope';

/** As `ownRealm`, and the realm is there: 400 naming `realm_id` otherwise; 403 when it is suspended. */
export async function realmForNew(tx: Tx, asked?: number | null): Promise<number> {
  const realm = await existingRealm(tx, asked);
  if (realm.status === 'suspended') throw realmSuspended();
  return realm.id;
}

/** As `realmForNew`, for what a suspended realm may get too: people and messages from administrators. */
export async function existingRealm(tx: Tx, asked?: number | null): Promise<{ id: number; status: string }> {
  const realmId = ownRealm(tx.scope, asked);
  const [realm] = await tx.query<{ id: number; status: string }>(
    'SELECT id, status FROM realms WHERE id = $1 AND deleted_at IS NULL',
    [realmId],
  );
  if (!realm) throw invalid([{ field: 'realm_id', message: 'realm_id names no realm', code: 'NOT_FOUND' }]);
  return realm;
}
