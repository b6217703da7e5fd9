import { createTable, getCoreRowModel } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { VisuallyHidden } from '@tessera/ui';
import type { Column, RowKey, Selection, Sort } from './table-types';
import { useTexts } from './texts';
import { loadedSelection, useSelected } from './use-selection';

interface VisibleColumns<Row> {
  visible: readonly Column<Row>[];
  shown: ReadonlySet<string>;
}

const noRows: never[] = [];

/**
 * Returns the visible columns in their order.
 *
 * @param chosen the ids of the chosen columns; null: those that aren't hidden by default
 * @param isTight whether there is no room for all columns
 */
export function useVisibleColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
  isTight: boolean,
): VisibleColumns<Row> {
  return useMemo(() => {
    const isShown = ({ id, fixed, hidden }: Column<Row>) =>
      fixed === true || (chosen ? chosen.includes(id) : hidden === 'tight' ? !isTight : !hidden);
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
  }, [columns, chosen, isTight]);
}

/** Widths of the columns of controls, in px: checkbox, chevron of sub rows, row menu. */
const CONTROL_WIDTHS = { select: 44, expand: 40, menu: 52 } as const;

interface TableColumnsProps {
  columns: readonly Pick<Column<never>, 'id' | 'width' | 'minWidth'>[];
  selectable: boolean;
  expandable: boolean;
  hasMenu: boolean;
}

/** Minimum width of a column without a `width`, in px, and its share of the remaining width. */
const MIN_WIDTH = 120;

/** The sum of fixed widths, and that of the minimum widths of the other columns, in px. */
function sumWidths({ columns, selectable, expandable, hasMenu }: TableColumnsProps) {
  const controls =
    (selectable ? CONTROL_WIDTHS.select : 0) +
    (expandable ? CONTROL_WIDTHS.expand : 0) +
    (hasMenu ? CONTROL_WIDTHS.menu : 0);
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, controls);
  const flexible = columns.reduce((sum, { width, minWidth = MIN_WIDTH }) => sum + (width ? 0 : minWidth), 0);
  return { fixed, flexible };
}

/** The width below which the table scrolls horizontally. */
export const minTableWidth = (props: TableColumnsProps): number => {
  const { fixed, flexible } = sumWidths(props);
  return fixed + flexible;
};

/**
 * The widths of a table's columns: those without one share the remaining width in proportion to their `minWidth` (a fixed
 * layout would give each the same). `cqw` is the width of the table's scroll container.
 */
export function TableColumns(props: TableColumnsProps) {
  const { columns, selectable, expandable, hasMenu } = props;
  const { fixed, flexible } = sumWidths(props);
  return (
    <colgroup>
      {selectable ? <col style={{ width: CONTROL_WIDTHS.select }} /> : null}
      {expandable ? <col style={{ width: CONTROL_WIDTHS.expand }} /> : null}
      {columns.map((column) => {
        const { id, minWidth = MIN_WIDTH } = column;
        const share = Number((minWidth / flexible).toFixed(5));
        const width = column.width ?? `max(${minWidth}px, calc((100cqw - ${fixed}px) * ${share}))`;
        return <col key={id} style={{ width }} />;
      })}
      {hasMenu ? <col style={{ width: CONTROL_WIDTHS.menu }} /> : null}
    </colgroup>
  );
}

/** The columns of narrow rows, which have one cell for all their content. */
export const NarrowColumns = ({ selectable, expandable, hasMenu }: Omit<TableColumnsProps, 'columns'>) => (
  <colgroup>
    {selectable ? <col style={{ width: 42 }} /> : null}
    {expandable ? <col style={{ width: CONTROL_WIDTHS.expand }} /> : null}
    <col />
    {hasMenu ? <col style={{ width: CONTROL_WIDTHS.menu }} /> : null}
  </colgroup>
);

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
  /** The checkbox that selects all loaded rows; null: the table has no selection. */
  selectAll: ReactNode;
  expandable: boolean;
  hasMenu: boolean;
  /** Hides the heads of narrow rows; screen readers still read them. */
  hidden: boolean;
}

/** The sticky table head: selects all loaded rows, sorts by a column (ascending, descending, default). */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sort, onSort, selectAll, expandable, hasMenu, hidden } = props;
  const t = useTexts();
  const next = (key: string): Sort | null =>
    sort?.key !== key ? { key, descending: false } : sort.descending ? null : { key, descending: true };
  return (
    <thead className={hidden ? 'hidden' : undefined}>
      <tr aria-rowindex={1}>
        {selectAll === null ? null : (
          <th scope="col" className="select">
            {selectAll}
          </th>
        )}
        {expandable ? <HiddenHead>{t('row.details')}</HiddenHead> : null}
        {columns.map(({ id, header, align, sortKey }) => {
          const active = sortKey !== undefined && sort?.key === sortKey;
          const direction = sort?.descending ? 'descending' : 'ascending';
          const Arrow = sort?.descending ? ArrowDown : ArrowUp;
          return (
            <th
              key={id}
              scope="col"
              className={align === 'right' ? 'right' : undefined}
              aria-sort={active ? direction : undefined}
            >
              {sortKey !== undefined && onSort ? (
                <button type="button" onClick={() => onSort(next(sortKey))}>
                  <HeadName>{header}</HeadName>
                  {active ? <Arrow size={12} strokeWidth={2} aria-hidden /> : null}
                </button>
              ) : (
                <HeadName>{header}</HeadName>
              )}
            </th>
          );
        })}
        {hasMenu ? <HiddenHead>{t('row.actions')}</HiddenHead> : null}
      </tr>
    </thead>
  );
}

interface SelectLoadedProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  selectable: ((row: Row) => boolean) | undefined;
  selection: Selection;
}

/** The checkbox that selects all loaded rows, and shows whether all or some of them are selected. */
export function SelectLoaded<Row>({ rows, keyOf, selectable, selection }: SelectLoadedProps<Row>) {
  const t = useTexts();
  const selectedRows = useSelected(selection);
  const selected = useMemo(() => loadedSelection(rows, keyOf, selectedRows), [rows, keyOf, selectedRows]);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected === 'some';
  }, [selected]);
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('row.selectShown')}
        checked={selected === 'all'}
        onChange={(event) =>
          selection.setSelected(
            rows.filter((row) => selectable?.(row) ?? true).map(keyOf),
            event.target.checked,
          )
        }
      />
    </label>
  );
}

/** A column's name, truncated in a narrow column; its title is the full name. */
const HeadName = ({ children }: { children: string }) => (
  <span className="name" title={children}>
    {children}
  </span>
);

const HiddenHead = ({ children }: { children: string }) => (
  <th scope="col">
    <VisuallyHidden>{children}</VisuallyHidden>
  </th>
);
