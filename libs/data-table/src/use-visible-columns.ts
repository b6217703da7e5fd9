import { createTable, getCoreRowModel } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from './column';

export interface VisibleColumns<Row> {
  visible: readonly Column<Row>[];
  shown: ReadonlySet<string>;
}

const noRows: never[] = [];

/**
 * The columns that are shown, in the order chosen; null: those that aren't hidden by default. `tight`: there is
 * no room for all of them.
 */
export function useVisibleColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
  tight: boolean,
): VisibleColumns<Row> {
  return useMemo(() => {
    const isShown = ({ id, fixed, hidden }: Column<Row>) =>
      fixed === true || (chosen ? chosen.includes(id) : hidden === 'tight' ? !tight : !hidden);
    const table = createTable<Row>({
      data: noRows,
      columns: columns.map(({ id }) => ({ id })),
      getCoreRowModel: getCoreRowModel(),
      state: {
        columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column)])),
        columnOrder: chosen ? [...chosen] : [],
        columnPinning: {},
      },
      onStateChange: () => undefined,
      renderFallbackValue: null,
    });
    const ids = table.getVisibleLeafColumns().map(({ id }) => id);
    return {
      visible: ids.flatMap((id) => columns.find((column) => column.id === id) ?? []),
      shown: new Set(ids),
    };
  }, [columns, chosen, tight]);
}
