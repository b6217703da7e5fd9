import type { Tx } from '../database/transactions';
import { realmSuspended, rehearsalEnded } from '../errors/api-error';

/** Ids of rehearsal realms begin here, so that one comparison separates them from the realms that people work in. */
export const FIRST_REHEARSAL_REALM = 1_000_000_000;

/** Whether a realm is that of a rehearsal, which counts in no figure of the realms that people work in. */
export const isRehearsalRealm = (realmId: number | null): boolean =>
  realmId !== null && realmId >= FIRST_REHEARSAL_REALM;

export type RealmRow = { id: number; status: 'active' | 'suspended' };

/** SQL condition: the realm is there, and nobody has suspended it. A rehearsal's realm is looked at by itself. */
export const isRealmOpenSql = (realm: string): string =>
  `(${realm}.status = 'active' AND ${realm}.deleted_at IS NULL)`;

/**
 * SQL condition: work may run in the realm. It is active and, if it is a rehearsal's, so is the realm that rehearses, which
 * the rehearsal's own role doesn't see.
 */
export const isRealmActiveSql = (realm: string): string =>
  `(${realm}.status = 'active' AND CASE WHEN ${realm}.parent_realm_id IS NULL THEN true
    ELSE realm_is_active(${realm}.parent_realm_id) END)`;

/**
 * SQL condition: somebody has paused the realm, the realm that it rehearses for, or the whole installation. `realm` is the
 * table or its alias.
 */
export const isRealmPausedSql = (realm: string): string =>
  `(CASE WHEN ${realm}.parent_realm_id IS NULL THEN EXISTS (SELECT FROM pauses z WHERE z.ended_at IS NULL
      AND (z.realm_id IS NULL OR z.realm_id = ${realm}.id))
    ELSE realm_is_paused(${realm}.parent_realm_id) END)`;

/** As `isRealmPausedSql`, by the id of a realm; costs nothing while nothing is paused. For the system's transactions. */
export const isPausedSql = (realmId: string): string =>
  `((SELECT EXISTS (SELECT FROM pauses WHERE ended_at IS NULL)) AND realm_is_paused(${realmId}))`;

/** A realm that isn't deleted; null when there is none in the transaction's scope. */
export async function findRealm(tx: Tx, id: number): Promise<RealmRow | null> {
  const [realm] = await tx.query<RealmRow>(
    `SELECT id, CASE WHEN ${isRealmActiveSql('r')} THEN 'active' ELSE 'suspended' END AS status
     FROM realms r WHERE id = $1 AND deleted_at IS NULL`,
    [id],
  );
  return realm ?? null;
}

/** Those of the realms in which nothing may run: suspended ones, and those of rehearsals that have ended. */
export async function findSuspended(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM realms r WHERE id = ANY ($1::int[]) AND NOT ${isRealmActiveSql('r')}`,
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** 403 REALM_SUSPENDED when work would start in a suspended realm or an ended rehearsal, even by an administrator. */
export async function rejectSuspended(tx: Tx, realmIds: readonly number[]): Promise<void> {
  const suspended = [...(await findSuspended(tx, realmIds))];
  if (suspended.length > 0) throw suspended.every(isRehearsalRealm) ? rehearsalEnded() : realmSuspended();
}
