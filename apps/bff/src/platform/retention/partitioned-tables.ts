import type { RetentionKind } from '../config/retention-settings';
import type { Tx } from '../database/transactions';

/** A table that is partitioned by the month of `at`. */
export type PartitionedTable = { kind: RetentionKind; table: string };

export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  { kind: 'deliveries', table: 'push_deliveries' },
  { kind: 'audit', table: 'audit' },
  { kind: 'events', table: 'task_events' },
];

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
 * Drops a partition and returns how many rows it had; 0 when another process has dropped it.
 *
 * @throws 55P03 when the table is in use for longer than a request may notice
 */
export async function dropPartition(tx: Tx, table: string, name: string): Promise<number> {
  const [row] = await tx.query<{ total: string | null }>('SELECT drop_partition($1, $2) AS total', [
    table,
    name,
  ]);
  return Number(row?.total ?? 0);
}

/** Removes at most `limit` old rows of the partitions that aren't a month, and returns how many. */
export async function purgeRows(tx: Tx, table: string, days: number, limit: number): Promise<number> {
  const [row] = await tx.query<{ removed: number }>(
    'SELECT purge_rows($1, now() - make_interval(days => $2), $3) AS removed',
    [table, days, limit],
  );
  return row?.removed ?? 0;
}
