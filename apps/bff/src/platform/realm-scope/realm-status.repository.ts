import type { Tx } from '../database/transactions';

export type RealmRow = { id: number; status: 'active' | 'suspended' };

/** A realm that isn't deleted; null when there is none in the transaction's scope. */
export async function findRealm(tx: Tx, id: number): Promise<RealmRow | null> {
  const [realm] = await tx.query<RealmRow>(
    'SELECT id, status FROM realms WHERE id = $1 AND deleted_at IS NULL',
    [id],
  );
  return realm ?? null;
}

/** Those of the realms that are suspended. */
export async function findSuspended(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    "SELECT id FROM realms WHERE id = ANY ($1::int[]) AND status = 'suspended'",
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}
