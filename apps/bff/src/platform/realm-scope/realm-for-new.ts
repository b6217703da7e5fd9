import type { Tx } from '../database/transactions';
import { invalid } from '../errors/problem';
import { ownRealm } from './scope';

/** As `ownRealm`, and the realm is there: 400 naming `realm_id` otherwise. */
export async function realmForNew(tx: Tx, asked?: number | null): Promise<number> {
  const realmId = ownRealm(tx.scope, asked);
  const found = await tx.execute('SELECT FROM realms WHERE id = $1 AND deleted_at IS NULL', [realmId]);
  if (found === 0) throw invalid([{ field: 'realm_id', message: 'realm_id names no realm' }]);
  return realmId;
}
