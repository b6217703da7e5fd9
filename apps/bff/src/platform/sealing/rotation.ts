import { setTimeout as delay } from 'node:timers/promises';
import type { SealedTable } from '../database/owned-rows';
import type { Transactions, Tx } from '../database/transactions';
import { systemScope } from '../realm-scope/scope';
import {
  countOtherKeys,
  listSealed,
  lockOtherKeys,
  type SealedValue,
  updateSealed,
} from './sealed-values.repository';
import type { Sealing } from './sealing';

/** The result of a rotation for one table. */
export type TableReport = {
  table: string;
  /** Number of sealed values. */
  values: number;
  /** Number of values whose data key was wrapped again. */
  rewrapped: number;
  /** Rows whose values can't be opened. */
  unopened: number[];
  /** Number of values by key. */
  keys: Map<string, number>;
};

export type RotationOptions = {
  /** Opens and counts values, and changes nothing. */
  dryRun?: boolean;
  /** Rows per transaction. */
  batch?: number;
  /** Called after each committed transaction. */
  onBatch?: (table: string, rows: number) => void;
};

const BATCH = 200;
/** Passes over values that were locked, or that a server without the new key has written since. */
const MAX_PASSES = 20;
const PAUSE_MS = 500;
const scope = systemScope('seal:rotate');

/**
 * Wraps the data key of every sealed value by the current key, in short transactions that wait for no locks, and then opens
 * every value. Safe beside running servers. After an interruption, run it again: it continues with what is left.
 */
export async function rotateSealing(
  transactions: Transactions,
  sealing: Sealing,
  tables: readonly SealedTable[],
  options: RotationOptions = {},
): Promise<TableReport[]> {
  const reports: TableReport[] = [];
  for (const table of tables) {
    const rewrapped = options.dryRun ? 0 : await rewrapAll(transactions, sealing, table, options);
    reports.push({ ...(await openAll(transactions, sealing, table)), rewrapped });
  }
  return reports;
}

/** Wraps the values with other keys, until only those are left that can't be opened. */
async function rewrapAll(
  transactions: Transactions,
  sealing: Sealing,
  table: SealedTable,
  { batch = BATCH, onBatch }: RotationOptions,
): Promise<number> {
  const unopened = new Set<number>();
  let total = 0;
  for (let pass = 1; ; pass += 1) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const start: number = after;
      const { last, rewrapped } = await transactions.run(scope, (tx) =>
        rewrapBatch(tx, sealing, table, start, batch, unopened),
      );
      after = last;
      total += rewrapped;
      if (last !== undefined) onBatch?.(table.table, rewrapped);
    }
    const left = await transactions.read(scope, (tx) =>
      countOtherKeys(tx, table, sealing.currentKey, [...unopened]),
    );
    if (left === 0 || pass === MAX_PASSES) return total;
    await delay(PAUSE_MS);
  }
}

async function rewrapBatch(
  tx: Tx,
  sealing: Sealing,
  table: SealedTable,
  after: number,
  limit: number,
  unopened: Set<number>,
): Promise<{ last: number | undefined; rewrapped: number }> {
  const values = await lockOtherKeys(tx, table, after, limit, sealing.currentKey);
  const rewrapped = values.flatMap(({ location, sealed }): SealedValue[] => {
    try {
      return [{ location, sealed: sealing.rewrap(location, sealed) }];
    } catch {
      unopened.add(location.row);
      return [];
    }
  });
  await updateSealed(tx, table, rewrapped);
  return { last: values.at(-1)?.location.row, rewrapped: rewrapped.length };
}

/** Opens every value of a table, in batches, and counts them by key. */
async function openAll(
  transactions: Transactions,
  sealing: Sealing,
  table: SealedTable,
): Promise<Omit<TableReport, 'rewrapped'>> {
  const report = { table: table.table, values: 0, unopened: [] as number[], keys: new Map<string, number>() };
  for (let after: number | undefined = 0; after !== undefined;) {
    const start: number = after;
    const values = await transactions.read(scope, (tx) => listSealed(tx, table, start, BATCH));
    for (const value of values) {
      report.values += 1;
      report.keys.set(value.sealed.key, (report.keys.get(value.sealed.key) ?? 0) + 1);
      if (!canOpen(sealing, value)) report.unopened.push(value.location.row);
    }
    after = values.at(-1)?.location.row;
  }
  return report;
}

function canOpen(sealing: Sealing, { location, sealed }: SealedValue): boolean {
  try {
    sealing.open(location, sealed);
    return true;
  } catch {
    return false;
  }
}
