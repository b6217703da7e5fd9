import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { notFound } from '../errors/api-error';
import type { Tx } from './transactions';

/** Days during which a deleted row can be restored. */
export const RESTORABLE_DAYS = 30;

/**
 * Restores a row that was deleted at most 30 days ago; a row that isn't deleted stays as it is. `table` must not come from a
 * request.
 *
 * @throws 404 when the row doesn't exist or was deleted earlier
 */
export async function restoreRow(tx: Tx, table: string, id: number, what: string): Promise<void> {
  const [row] = await tx.query<{ kept: boolean }>(
    `SELECT deleted_at IS NULL OR deleted_at > now() - interval '${RESTORABLE_DAYS} days' AS kept FROM ${table} WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!row?.kept) throw notFound(what);
  await tx.execute(`UPDATE ${table} SET deleted_at = NULL WHERE id = $1 AND deleted_at IS NOT NULL`, [id]);
}

/** Inserts one row and returns the id that the database chose. */
export async function insertRow<E extends ObjectLiteral & { id: number }>(
  tx: Tx,
  entity: EntityTarget<E>,
  row: QueryDeepPartialEntity<E>,
): Promise<number> {
  const { identifiers } = await tx.manager.insert(entity, row);
  const id: unknown = identifiers[0]?.id;
  if (typeof id !== 'number') throw new Error('An insert returns its id');
  return id;
}

/** Changes the given columns of one row; undefined leaves a column as it is. */
export async function updateRow<E extends ObjectLiteral>(
  tx: Tx,
  entity: EntityTarget<E>,
  id: number,
  change: QueryDeepPartialEntity<E>,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await tx.manager.update(entity, id, change);
}
