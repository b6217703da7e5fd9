import type { Tx } from '../database/transactions';

/** Months for which there are partitions ahead, so that a round that fails for long keeps no row from its month. */
const MONTHS_AHEAD = 3;

/** All rows of `begins` ≤ `at` < `ends`; no beginning: everything before the end. */
export type Partition = { name: string; begins: Date | null; ends: Date };

/** Makes this month's partition and the next ones. Rows of a month without one go to the default partition. */
export const makePartitions = (tx: Tx, table: string): Promise<unknown> =>
  tx.query('SELECT make_partitions($1, $2)', [table, MONTHS_AHEAD]);

/** The partitions whose rows are all older than `days`, the oldest first. */
export const readExpiredPartitions = (tx: Tx, table: string, days: number): Promise<Partition[]> =>
  tx.query<Partition>(
    'SELECT name, begins, ends FROM expired_partitions($1, now() - make_interval(days => $2)) ORDER BY ends',
    [table, days],
  );

/**
 * Drops a partition and returns about how many rows it had; 0 when another process has dropped it. `archived` is how many of
 * its rows are in an archive: with another number it stays.
 *
 * @throws 55P03 when the table is in use for longer than a request may notice
 */
export async function dropPartition(
  tx: Tx,
  table: string,
  name: string,
  archived: number | null,
): Promise<number> {
  const [row] = await (archived === null
    ? tx.query<{ total: string | null }>('SELECT drop_partition($1, $2) AS total', [table, name])
    : tx.query<{ total: string | null }>('SELECT drop_archived_partition($1, $2, $3) AS total', [
        table,
        name,
        archived,
      ]));
  const total = row?.total ?? null;
  return total === null ? 0 : (archived ?? Number(total));
}

/** Rows of a partition as JSON, with ids above `after`. */
export const readPartition = (
  tx: Tx,
  table: string,
  { name, after, limit }: { name: string; after: string; limit: number },
): Promise<{ id: string; line: string }[]> =>
  tx.query('SELECT id, line FROM partition_rows($1, $2, $3, $4)', [table, name, after, limit]);

/** Removes at most `limit` old rows of the partitions that aren't a month, and returns them as JSON. */
export async function purgeRows(tx: Tx, table: string, days: number, limit: number): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(
    'SELECT purge_rows_as_json AS line FROM purge_rows_as_json($1, now() - make_interval(days => $2), $3)',
    [table, days, limit],
  );
  return rows.map(({ line }) => line);
}
