import type { Expand, RowKey } from './column';

/** What the table draws, in order: rows, and under an expanded one what it holds. */
export type Item<Row, Sub> =
  | { kind: 'row'; row: Row; index: number; key: RowKey }
  | { kind: 'sub'; subs: readonly Sub[]; row: Row; key: RowKey };

/** What stands at which place of a list. */
export interface Keyed {
  count: number;
  keyAt: (place: number) => RowKey | undefined;
}

/** The items by their places: those in sight are asked for, the thousands that aren't cost nothing. */
export interface Items<Row, Sub> extends Keyed {
  /** The same object for the same place. */
  at: (place: number) => Item<Row, Sub> | undefined;
  /** Where the row of this index stands. */
  placeOf: (rowIndex: number) => number;
}

/** Puts rows and what expanded ones hold into one order. */
export function tableItems<Row, Sub>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  expanded: ReadonlySet<RowKey>,
  expand: Expand<Row, Sub> | undefined,
): Items<Row, Sub> {
  if (expand && expanded.size > 0) return withSubRows(rows, keyOf, expanded, expand);
  const keyAt = (place: number): RowKey | undefined => {
    const row = rows[place];
    return row === undefined ? undefined : keyOf(row);
  };
  const made = new Map<number, Item<Row, Sub>>();
  const at = (place: number): Item<Row, Sub> | undefined => {
    const row = rows[place];
    if (row === undefined) return undefined;
    const known = made.get(place);
    if (known) return known;
    const item: Item<Row, Sub> = { kind: 'row', row, index: place, key: keyOf(row) };
    made.set(place, item);
    return item;
  };
  return { count: rows.length, at, keyAt, placeOf: (rowIndex) => rowIndex };
}

function withSubRows<Row, Sub>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  expanded: ReadonlySet<RowKey>,
  expand: Expand<Row, Sub>,
): Items<Row, Sub> {
  const items = rows.flatMap((row, index): Item<Row, Sub>[] => {
    const key = keyOf(row);
    const own: Item<Row, Sub> = { kind: 'row', row, index, key };
    if (!expanded.has(key)) return [own];
    return [own, { kind: 'sub', subs: expand.rows(row), row, key: `${key}/rows` }];
  });
  return {
    count: items.length,
    at: (place) => items[place],
    keyAt: (place) => items[place]?.key,
    placeOf: (rowIndex) => items.findIndex((item) => item.kind === 'row' && item.index === rowIndex),
  };
}
