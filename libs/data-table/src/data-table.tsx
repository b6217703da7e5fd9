import { Box, Skeleton, useMediaQuery, useTheme } from '@mui/material';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useLanguage } from '@tessera/ui';
import { RowMenu } from './menus';
import { minTableWidth, NarrowColumns, SelectLoaded, TableColumns, TableHead } from './table-columns';
import { SubRow, TableRow } from './table-row';
import { StyledTable } from './table-styles';
import type { DataTableProps, RowKey, Selection } from './table-types';
import { useDeferredSelected, useSelected } from './use-selection';
import { useTableInteraction } from './use-table-interaction';
import { useVirtualRows } from './use-virtual-rows';

/** Height of a narrow row of three lines, in px. */
const NARROW_ROW_HEIGHT = 74;

const noKeys: ReadonlySet<RowKey> = new Set();

/** A table of rows: sticky head, sorting, selection, keyboard, expansion, row menu, virtualized rows. */
export function DataTable<Row, Sub = never>(props: DataTableProps<Row, Sub>) {
  const { columns, rows, keyOf, density = 36, selection, expand, rowMenu, virtual = false, label } = props;
  const theme = useTheme();
  const isSmall = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const narrowColumn = useMemo(() => [{ id: 'narrow', header: label, cell: () => null }], [label]);
  const isNarrow = (isSmall || props.squeezed === true) && props.narrow !== undefined;
  const rowHeight = isNarrow ? NARROW_ROW_HEIGHT : density;
  const parts = {
    selectable: selection !== undefined,
    expandable: expand !== undefined,
    hasMenu: rowMenu !== undefined,
  };
  // State in place of a ref, so that the virtualizer gets the element as soon as it is mounted.
  const [box, setBox] = useState<HTMLElement | null>(null);
  return (
    <Box
      ref={setBox}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        overscrollBehavior: 'contain',
        containerType: 'inline-size',
        // A virtual table anchors its scroll position itself. Only an opaque box scrolls without a repaint.
        ...(virtual ? { overflowAnchor: 'none', backgroundColor: 'surface.main' } : {}),
      }}
    >
      <StyledTable
        role={expand ? 'treegrid' : 'grid'}
        className={isNarrow ? 'three' : undefined}
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-multiselectable={selection ? true : undefined}
        style={{
          ['--row' as string]: `${rowHeight}px`,
          minWidth: isNarrow ? undefined : minTableWidth({ ...parts, columns }),
        }}
      >
        {isNarrow ? <NarrowColumns {...parts} /> : <TableColumns {...parts} columns={columns} />}
        <TableHead
          columns={isNarrow ? narrowColumn : columns}
          sort={props.sort ?? null}
          onSort={props.onSort}
          selectAll={
            selection ? <SelectLoaded {...{ rows, keyOf, selectable: props.selectable, selection }} /> : null
          }
          expandable={parts.expandable}
          hasMenu={parts.hasMenu}
          hidden={isNarrow}
        />
        <TableBody<Row, Sub> props={props} box={box} isNarrow={isNarrow} rowHeight={rowHeight} />
      </StyledTable>
      {selection && props.hasBulkBar ? <BulkBarRoom selection={selection} /> : null}
    </Box>
  );
}

/** Room below the last row for the bar that floats there while rows are selected. */
function BulkBarRoom({ selection }: { selection: Selection }) {
  const { keys, all } = useDeferredSelected(selection);
  return all || keys.size > 0 ? <div style={{ height: 76 }} /> : null;
}

const noColumns: readonly never[] = [];

interface TableBodyProps<Row, Sub> {
  /** The props of the table. */
  props: DataTableProps<Row, Sub>;
  /** The scroll container; null before it is mounted. */
  box: HTMLElement | null;
  /** Whether a row has one column with three lines. */
  isNarrow: boolean;
  rowHeight: number;
}

/** Renders all rows; of a virtual table those in the viewport and the one that Tab reaches. */
function TableBody<Row, Sub>({ props, box, isNarrow, rowHeight }: TableBodyProps<Row, Sub>) {
  const { rows, keyOf, nameOf, selection, selectable, expand, rowMenu, openKey, virtual = false } = props;
  const language = useLanguage();
  const selected = useSelected(selection);
  // Here and not in the table, since focus moves with each click and key.
  const [expanded, setExpanded] = useState(noKeys);
  const interaction = useTableInteraction({ props, box, expanded, setExpanded, rowHeight });
  const range = useVirtualRows({
    box,
    rows,
    keyOf,
    rowHeight,
    enabled: virtual,
    resetKey: props.resetKey,
    onEndReached: props.onEndReached,
    onVisibleRangeChange: props.onVisibleRangeChange,
  });
  const columns = isNarrow ? noColumns : props.columns;
  const lead = (selection ? 1 : 0) + (expand ? 1 : 0);
  const span = (isNarrow ? 1 : columns.length) + (rowMenu ? 1 : 0);

  const renderRow = (row: Row, index: number): ReactNode => {
    const key = keyOf(row);
    const isExpanded = expanded.has(key);
    return (
      <Fragment key={key}>
        <TableRow
          row={row}
          rowKey={key}
          index={index}
          name={nameOf(row)}
          columns={columns}
          narrow={isNarrow ? (props.narrow ?? null) : null}
          selectable={!selection ? 'no' : (selectable?.(row) ?? true) ? 'yes' : 'blocked'}
          expandable={expand !== undefined}
          hasMenu={rowMenu !== undefined}
          openable={props.onOpen !== undefined}
          selected={selected.keys.has(key)}
          open={openKey != null && String(openKey) === String(key)}
          expanded={isExpanded}
          current={index === interaction.currentIndex}
          tone={props.tone?.(row)}
          version={props.versionOf?.(row)}
          language={language}
          {...interaction.rowActions}
        />
        {expand && isExpanded ? (
          <SubRow row={row} expand={expand} name={nameOf(row)} lead={lead} span={span} />
        ) : null}
      </Fragment>
    );
  };

  const indexes = Array.from({ length: range.last - range.first + 1 }, (_, by) => range.first + by);
  // The current row is rendered even outside the viewport, so that it keeps the focus and Tab reaches the table.
  const current = interaction.currentIndex;
  if (current < range.first && rows.length > 0) indexes.unshift(current);
  if (current > range.last && current < rows.length) indexes.push(current);
  const content: ReactNode[] = [];
  let next = 0;
  const addGap = (until: number, key: string) => {
    if (until <= next) return;
    content.push(
      <tr key={key} className="gap" aria-hidden>
        <td colSpan={lead + span} style={{ height: (until - next) * rowHeight }} />
      </tr>,
    );
  };
  for (const index of indexes) {
    const row = rows[index];
    if (row === undefined) continue;
    addGap(index, index === current ? 'gap before the current row' : 'gap before the range');
    content.push(renderRow(row, index));
    next = index + 1;
  }
  // The key changes with the rows above: an element that starts further down would count as a layout shift.
  addGap(rows.length, `gap after ${next}`);

  return (
    <>
      <tbody {...interaction.handlers}>
        {props.skeleton ? <SkeletonRows rows={props.skeleton} columns={lead + span} /> : null}
        {content}
      </tbody>
      <RowMenu {...interaction.menu} />
    </>
  );
}

const skeletonWidths = [62, 48, 70, 54, 66, 44];

/** Placeholder rows while the first response is pending. */
const SkeletonRows = ({ rows, columns }: { rows: number; columns: number }) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={`skeleton ${row}`} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={10} width={`${skeletonWidths[(row + column) % skeletonWidths.length]}%`} />
        </td>
      ))}
    </tr>
  ));
