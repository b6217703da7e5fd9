import { useCallback, useMemo, useRef, useState } from 'react';
import type { Column, RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import { RowGroups } from './row-groups';
import { RowMenu } from './row-menu';
import { SkeletonRows } from './skeleton-rows';
import { SubRow } from './sub-row';
import { NarrowColumns, TableColumns, type TableColumnsProps } from './table-columns';
import { TableHead } from './table-head';
import { tableItems } from './table-items';
import { TableRow } from './table-row';
import { useRowsInSight } from './use-rows-in-sight';
import { useScrollPlace } from './use-scroll-place';
import { useScrollingMark } from './use-scrolling-mark';
import { shownSelected } from './use-selection';
import { useTableControl } from './use-table-control';
import { useVisibleItems } from './use-visible-items';

const noKeys: ReadonlySet<RowKey> = new Set();

export interface TableContentProps<Row, Sub> {
  /** The table's. */
  props: DataTableProps<Row, Sub>;
  parts: Omit<TableColumnsProps, 'columns'>;
  /** All that a row shows is in one column, in three lines. */
  isNarrow: boolean;
  /** Px of a row. */
  height: number;
}

/** What stands in the table: its columns, its head, and of its rows those that are in sight. */
export function TableContent<Row, Sub>(input: TableContentProps<Row, Sub>) {
  'use memo';
  const { props, parts, isNarrow, height } = input;
  // What the table scrolls in. Its own reference would come after the effects of what is in it.
  const scroll = useRef<HTMLElement>(null);
  const findScroll = useCallback((head: HTMLElement | null) => {
    scroll.current = head?.closest('div') ?? null;
  }, []);
  const { columns, rows, keyOf, nameOf, selection, expand, rowMenu, onOpen, virtual = false } = props;
  const narrow = isNarrow ? (props.narrow ?? null) : null;
  const [expanded, setExpanded] = useState<ReadonlySet<RowKey>>(noKeys);
  const items = useMemo(() => tableItems(rows, keyOf, expanded, expand), [rows, keyOf, expanded, expand]);
  const { look, top, end, ...sight } = useRowsInSight(items, scroll, {
    virtual,
    rowHeight: height,
    columns,
  });
  useScrollingMark(scroll, virtual);
  useScrollPlace(items, scroll, { virtual, rowHeight: height, asked: props.asked, top, look });
  const rowHeight = virtual ? height : null;
  const control = useTableControl({ props, scroll, items, expanded, setExpanded, rowHeight });
  const visible = useVisibleItems({
    items,
    virtual,
    rowHeight: height,
    sight,
    end,
    pinned: virtual ? items.placeOf(control.reached) : -1,
    onEnd: props.onEnd,
    onSight: props.onSight,
  });
  const [rowGroups] = useState(() => new RowGroups());
  const groups = virtual ? rowGroups.group(visible) : [{ key: 'rows', isTogether: false, items: visible }];
  const shownColumns: readonly Column<Row>[] = isNarrow ? [] : columns;
  const extra = (selection ? 1 : 0) + (expand ? 1 : 0) + (rowMenu ? 1 : 0);
  const span = (isNarrow ? 1 : columns.length) + extra;
  const selected = useMemo(() => shownSelected(rows, keyOf, selection?.keys), [rows, keyOf, selection?.keys]);
  return (
    <>
      {isNarrow ? <NarrowColumns {...parts} /> : <TableColumns {...parts} columns={columns} />}
      <TableHead
        ref={findScroll}
        columns={isNarrow ? [{ id: 'narrow', header: props.label, cell: () => null }] : columns}
        sort={props.sort ?? null}
        onSort={props.onSort}
        selected={selection ? selected : null}
        onSelect={(on) =>
          selection?.put(rows.filter((row) => props.selectable?.(row) ?? true).map(keyOf), on)
        }
        expandable={parts.expandable}
        hasMenu={parts.hasMenu}
        hidden={isNarrow}
      />
      {props.skeleton ? (
        <tbody>
          <SkeletonRows rows={props.skeleton} columns={span} />
        </tbody>
      ) : null}
      {groups.map((group) => (
        <tbody
          key={group.key}
          className={group.isTogether ? 'group' : undefined}
          onKeyDown={control.onKeyDown}
          onClick={control.onClick}
          onFocus={control.onFocus}
          onBlur={control.onBlur}
        >
          {group.items.map((item) =>
            item.kind === 'gap' ? (
              <GapRow key={item.key} height={item.height} span={span} />
            ) : item.kind === 'sub' && expand ? (
              <SubRow
                key={item.key}
                item={item}
                expand={expand}
                columns={shownColumns}
                lead={(selection ? 1 : 0) + 1}
                hasMenu={parts.hasMenu}
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
                expandable={parts.expandable}
                hasMenu={parts.hasMenu}
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
        </tbody>
      ))}
      <RowMenu {...control.menu} onClose={control.closeMenu} />
    </>
  );
}

const GapRow = ({ height, span }: { height: number; span: number }) => (
  <tr className="gap" aria-hidden>
    <td colSpan={span} style={{ height }} />
  </tr>
);
