import type { SealedTable } from '../database/owned-rows';
import type { Tx } from '../database/transactions';
import type { Sealed, SealedLocation } from './sealing';

export type SealedValue = { location: SealedLocation; sealed: Sealed };

const isSealed = "secrets ? 'data_key'";

/** The sealed values of a table after row `after`, in the order of their rows. */
export const listSealed = (
  tx: Tx,
  table: SealedTable,
  after: number,
  limit: number,
): Promise<SealedValue[]> => read(tx, table, '', [after, limit]);

/** As `listSealed`, those with other keys than `key`; locks them and skips those that others have locked. */
export const lockOtherKeys = (
  tx: Tx,
  table: SealedTable,
  after: number,
  limit: number,
  key: string,
): Promise<SealedValue[]> =>
  read(tx, table, "AND secrets ->> 'key' <> $3", [after, limit, key], 'FOR UPDATE SKIP LOCKED');

async function read(
  tx: Tx,
  { table, row, realm }: SealedTable,
  condition: string,
  params: unknown[],
  lock = '',
): Promise<SealedValue[]> {
  const rows = await tx.query<{ row: number; realm: number; secrets: Sealed }>(
    `SELECT ${row} AS row, ${realm} AS realm, secrets FROM ${table} WHERE ${row} > $1 AND ${isSealed} ${condition}
     ORDER BY ${row} LIMIT $2 ${lock}`,
    params,
  );
  return rows.map((found) => ({
    location: { table, row: found.row, realm: found.realm },
    sealed: found.secrets,
  }));
}

/** Replaces the sealed values of rows. */
export async function updateSealed(
  tx: Tx,
  { table, row }: SealedTable,
  values: readonly SealedValue[],
): Promise<void> {
  if (values.length === 0) return;
  await tx.execute(
    `UPDATE ${table} t SET secrets = s.secrets FROM unnest($1::int[], $2::jsonb[]) AS s (row, secrets)
     WHERE t.${row} = s.row`,
    [values.map(({ location }) => location.row), values.map(({ sealed }) => JSON.stringify(sealed))],
  );
}

/** Counts the values with other keys than `key`, without those of some rows. */
export async function countOtherKeys(
  tx: Tx,
  { table, row }: SealedTable,
  key: string,
  exceptRows: readonly number[],
): Promise<number> {
  const [counted] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}
     WHERE ${isSealed} AND secrets ->> 'key' <> $1 AND ${row} <> ALL ($2::int[])`,
    [key, exceptRows],
  );
  return counted?.count ?? 0;
}
