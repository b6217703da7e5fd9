import type { Tx } from '../database/transactions';
import { realmSuspended } from '../errors/api-error';

/** Of these realms those that are suspended. */
export async function suspendedRealms(tx: Tx, realmIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    "SELECT id FROM realms WHERE id = ANY ($1::int[]) AND status = 'suspended'",
    [[...new Set(realmIds)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Refuses work that would start in a suspended realm, an administrator's too: 403 REALM_SUSPENDED. */
export async function refuseSuspended(tx: Tx, realmIds: readonly number[]): Promise<void> {
  if ((await suspendedRealms(tx, realmIds)).size > 0) throw realmSuspended();
}
