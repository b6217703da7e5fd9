import { Box, TableBody, useMediaQuery, useTheme } from '@mui/material';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Column, RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import { RowMenu } from './row-menu';
import { SkeletonRows } from './skeleton-rows';
import { SubRow } from './sub-row';
import { leastWidth, NarrowColumns, TableColumns } from './table-columns';
import { TableFrame } from './table-frame';
import { TableHead } from './table-head';
import { tableItems } from './table-items';
import { TableRow } from './table-row';
import { useScrollPlace } from './use-scroll-place';
import { shownSelected } from './use-selection';
import { useRowsInSight } from './use-rows-in-sight';
import { useTableControl } from './use-table-control';
import { useVisibleItems } from './use-visible-items';

const noKeys: ReadonlySet<RowKey> = new Set();

/** A table of rows: sticky head, sorting, selection, keyboard, expansion, row menu; the list frame stands around it. */
export function DataTable<Row, Sub = never>(given: DataTableProps<Row, Sub>) {
  'use memo';
  const props = useDrawnRows(given);
  const {
    columns,
    rows,
    keyOf,
    nameOf,
    density = 36,
    selection,
    expand,
    rowMenu,
    onOpen,
    virtual = false,
  } = props;
  const theme = useTheme();
  const small = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const isNarrow = (small || props.squeezed === true) && props.narrow !== undefined;
  const narrow = isNarrow ? (props.narrow ?? null) : null;
  const scroll = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<RowKey>>(noKeys);
  const items = useMemo(() => tableItems(rows, keyOf, expanded, expand), [rows, keyOf, expanded, expand]);
  const height = isNarrow ? 74 : density;
  const { look, top, ...sight } = useRowsInSight(items, scroll, {
    virtual,
    rowHeight: height,
    columns,
  });
  useScrollPlace(items, scroll, { virtual, rowHeight: height, asked: props.asked, top, look });
  const rowHeight = virtual ? height : null;
  const control = useTableControl({ props, scroll, items, expanded, setExpanded, rowHeight });
  const visible = useVisibleItems({
    items,
    virtual,
    rowHeight: height,
    sight,
    pinned: virtual ? items.placeOf(control.reached) : -1,
    onEnd: props.onEnd,
    onSight: props.onSight,
  });
  const shownColumns: readonly Column<Row>[] = isNarrow ? [] : columns;
  const extra = (selection ? 1 : 0) + (expand ? 1 : 0) + (rowMenu ? 1 : 0);
  const span = (isNarrow ? 1 : columns.length) + extra;
  const parts = {
    selectable: selection !== undefined,
    expandable: expand !== undefined,
    hasMenu: rowMenu !== undefined,
  };
  const selected = useMemo(() => shownSelected(rows, keyOf, selection?.keys), [rows, keyOf, selection?.keys]);
  return (
    <Box
      ref={scroll}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        pb: `${props.padBottom ?? 0}px`,
        overscrollBehavior: 'contain',
        containerType: 'inline-size',
        // A virtual list keeps its place itself.
        ...(virtual ? { overflowAnchor: 'none' } : {}),
      }}
    >
      <TableFrame
        role={expand ? 'treegrid' : 'grid'}
        className={isNarrow ? 'three' : undefined}
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-multiselectable={selection ? true : undefined}
        style={{
          ['--row' as string]: `${height}px`,
          ...(isNarrow ? {} : { minWidth: leastWidth({ ...parts, columns }) }),
        }}
      >
        {isNarrow ? <NarrowColumns {...parts} /> : <TableColumns {...parts} columns={columns} />}
        <TableHead
          columns={isNarrow ? [{ id: 'narrow', header: props.label, cell: () => null }] : columns}
          sort={props.sort ?? null}
          onSort={props.onSort}
          selected={selection ? selected : null}
          onSelect={(on) =>
            selection?.put(rows.filter((row) => props.selectable?.(row) ?? true).map(keyOf), on)
          }
          expandable={expand !== undefined}
          hasMenu={rowMenu !== undefined}
          hidden={isNarrow}
        />
        <TableBody
          onKeyDown={control.onKeyDown}
          onClick={control.onClick}
          onFocus={control.onFocus}
          onBlur={control.onBlur}
        >
          {props.skeleton ? <SkeletonRows rows={props.skeleton} columns={span} /> : null}
          {visible.map((item) =>
            item.kind === 'gap' ? (
              <GapRow key={item.key} height={item.height} span={span} />
            ) : item.kind === 'sub' && expand ? (
              <SubRow
                key={item.key}
                item={item}
                expand={expand}
                columns={shownColumns}
                lead={(selection ? 1 : 0) + 1}
                hasMenu={rowMenu !== undefined}
              />
            ) : item.kind === 'row' ? (
              <TableRow
                key={item.key}
                row={item.row}
                rowKey={item.key}
                index={item.index}
                name={nameOf(item.row)}
                columns={shownColumns}
                narrow={narrow}
                calls={control.calls}
                selectable={!selection ? 'no' : (props.selectable?.(item.row) ?? true) ? 'yes' : 'blocked'}
                expandable={expand !== undefined}
                hasMenu={rowMenu !== undefined}
                openable={onOpen !== undefined}
                selected={selection?.keys.has(item.key) ?? false}
                open={
                  props.openKey !== undefined &&
                  props.openKey !== null &&
                  String(props.openKey) === String(item.key)
                }
                expanded={expanded.has(item.key)}
                reached={item.index === control.reached}
                tone={props.tone?.(item.row)}
                stamp={props.stamp?.(item.row)}
              />
            ) : null,
          )}
        </TableBody>
      </TableFrame>
      <RowMenu {...control.menu} onClose={control.closeMenu} />
    </Box>
  );
}

const noRows: readonly never[] = [];

/** Rows of a virtual list are drawn in small steps, between which the page answers its reader; others at once. */
function useDrawnRows<Row, Sub>(props: DataTableProps<Row, Sub>): DataTableProps<Row, Sub> {
  const { rows, virtual = false } = props;
  const drawn = useDeferredValue(rows, virtual ? noRows : rows);
  return virtual && drawn !== rows ? { ...props, rows: drawn } : props;
}

const GapRow = ({ height, span }: { height: number; span: number }) => (
  <tr className="gap" aria-hidden>
    <td colSpan={span} style={{ height }} />
  </tr>
);
