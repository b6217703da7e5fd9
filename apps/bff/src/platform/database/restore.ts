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
