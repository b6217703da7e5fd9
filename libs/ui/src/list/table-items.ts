import type { Expand, RowKey } from './column';

/** What the table draws, in order: rows, and under an expanded one the rows that it holds. */
export type Item<Row, Sub> =
  { kind: 'row'; row: Row; index: number; key: RowKey } | { kind: 'sub'; sub: Sub; row: Row; key: RowKey };

/** Flattens rows and what expanded ones hold, so that both can be virtual. */
export function tableItems<Row, Sub>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  expanded: ReadonlySet<RowKey>,
  expand: Expand<Row, Sub> | undefined,
): Item<Row, Sub>[] {
  return rows.flatMap((row, index): Item<Row, Sub>[] => {
    const key = keyOf(row);
    const own: Item<Row, Sub> = { kind: 'row', row, index, key };
    if (!expand || !expanded.has(key)) return [own];
    return [
      own,
      ...expand
        .rows(row)
        .map((sub): Item<Row, Sub> => ({ kind: 'sub', sub, row, key: `${key}/${expand.key(sub)}` })),
    ];
  });
}
