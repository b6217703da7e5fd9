import { setTimeout as delay } from 'node:timers/promises';
import type { Transactions, Tx } from '../database/transactions';
import { systemScope } from '../realm-scope/scope';
import type { Sealed, SealedLocation, Sealing } from './sealing';

/** The tables with a `secrets` column, and what their rows are bound to. */
export const sealedTables = [
  { table: 'logins', row: 'id', realm: 'realm_id' },
  { table: 'queue_links', row: 'id', realm: 'realm_id' },
  { table: 'second_factors', row: 'user_id', realm: '0' },
] as const;
type SealedTable = (typeof sealedTables)[number];

/** What a rotation found and did in one table. */
export type TableReport = {
  table: string;
  /** Sealed values that are there. */
  values: number;
  /** Those whose data key was wrapped anew. */
  rewrapped: number;
  /** Rows whose values can't be opened. */
  unopened: number[];
  /** How many values name each key. */
  keys: Map<string, number>;
};

export type RotationOptions = {
  /** Opens and counts, and changes nothing. */
  dryRun?: boolean;
  /** Rows to a transaction. */
  batch?: number;
  /** Hears of each transaction that was committed. */
  onBatch?: (table: string, rows: number) => void;
};

const BATCH = 200;
/** Values that a writer holds, or that a server without the new key writes meanwhile, are tried again so often. */
const PASSES = 20;
const PAUSE_MS = 500;
const scope = systemScope('seal:rotate');

/**
 * Wraps the data key of every sealed value by the first of the keys, in short transactions that
 * wait for nobody, and then opens every value there is. Safe beside running servers; whatever was done before it
 * was stopped stays done.
 */
export async function rotateSealing(
  transactions: Transactions,
  sealing: Sealing,
  options: RotationOptions = {},
): Promise<TableReport[]> {
  const reports: TableReport[] = [];
  for (const table of sealedTables) {
    const rewrapped = options.dryRun ? 0 : await rewrapAll(transactions, sealing, table, options);
    reports.push({ ...(await openAll(transactions, sealing, table)), rewrapped });
  }
  return reports;
}

/** Passes over the values of other keys, until none is left but those that can't be opened. */
async function rewrapAll(
  transactions: Transactions,
  sealing: Sealing,
  table: SealedTable,
  { batch = BATCH, onBatch }: RotationOptions,
): Promise<number> {
  const unopened = new Set<number>();
  let done = 0;
  for (let pass = 1; ; pass += 1) {
    for (let after = 0; ;) {
      const found = await transactions.run(scope, (tx) =>
        rewrapBatch(tx, sealing, table, after, batch, unopened),
      );
      if (found.last === null) break;
      after = found.last;
      done += found.rewrapped;
      onBatch?.(table.table, found.rewrapped);
    }
    const left = await transactions.read(scope, (tx) => countOthers(tx, sealing, table, unopened));
    if (left === 0 || pass === PASSES) return done;
    await delay(PAUSE_MS);
  }
}

type ValueRow = { row: number; realm: number; secrets: Sealed };

const isValue = "secrets ? 'data_key'";
const columns = ({ row, realm }: SealedTable) => `${row} AS row, ${realm} AS realm, secrets`;
const placeOf = ({ table }: SealedTable, { row, realm }: ValueRow): SealedLocation => ({ table, row, realm });

async function rewrapBatch(
  tx: Tx,
  sealing: Sealing,
  table: SealedTable,
  after: number,
  batch: number,
  unopened: Set<number>,
): Promise<{ last: number | null; rewrapped: number }> {
  const rows = await tx.query<ValueRow>(
    `SELECT ${columns(table)} FROM ${table.table}
     WHERE ${table.row} > $1 AND ${isValue} AND secrets ->> 'key' <> $2
     ORDER BY ${table.row} LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [after, sealing.keyIds[0], batch],
  );
  const anew = rows.flatMap((found) => {
    try {
      return [{ row: found.row, secrets: sealing.rewrap(placeOf(table, found), found.secrets) }];
    } catch {
      unopened.add(found.row);
      return [];
    }
  });
  if (anew.length > 0) {
    await tx.execute(
      `UPDATE ${table.table} t SET secrets = s.secrets FROM unnest($1::int[], $2::jsonb[]) AS s (row, secrets)
       WHERE t.${table.row} = s.row`,
      [anew.map(({ row }) => row), anew.map(({ secrets }) => JSON.stringify(secrets))],
    );
  }
  return { last: rows.at(-1)?.row ?? null, rewrapped: anew.length };
}

async function countOthers(
  tx: Tx,
  sealing: Sealing,
  table: SealedTable,
  unopened: Set<number>,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table.table}
     WHERE ${isValue} AND secrets ->> 'key' <> $1 AND ${table.row} <> ALL ($2::int[])`,
    [sealing.keyIds[0], [...unopened]],
  );
  return row?.count ?? 0;
}

/** Opens every value, in parts, and counts them by key. */
async function openAll(
  transactions: Transactions,
  sealing: Sealing,
  table: SealedTable,
): Promise<Omit<TableReport, 'rewrapped'>> {
  const report = { table: table.table, values: 0, unopened: [] as number[], keys: new Map<string, number>() };
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: ValueRow[] = await transactions.read(scope, (tx) =>
      tx.query<ValueRow>(
        `SELECT ${columns(table)} FROM ${table.table} WHERE ${table.row} > $1 AND ${isValue}
         ORDER BY ${table.row} LIMIT ${BATCH}`,
        [after],
      ),
    );
    for (const found of rows) {
      report.values += 1;
      report.keys.set(found.secrets.key, (report.keys.get(found.secrets.key) ?? 0) + 1);
      if (!opens(sealing, placeOf(table, found), found.secrets)) report.unopened.push(found.row);
    }
    after = rows.at(-1)?.row;
  }
  return report;
}

function opens(sealing: Sealing, place: SealedLocation, sealed: Sealed): boolean {
  try {
    sealing.open(place, sealed);
    return true;
  } catch {
    return false;
  }
}
