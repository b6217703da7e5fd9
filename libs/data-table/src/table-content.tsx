import { useCallback, useMemo, useRef, useState } from 'react';
import { useLanguage } from '@tessera/ui';
import type { RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import { RowGroups } from './row-groups';
import { RowMenu } from './row-menu';
import { SkeletonRows } from './skeleton-rows';
import { NarrowColumns, TableColumns, type TableColumnsProps } from './table-columns';
import { TableGroup } from './table-group';
import { TableHead } from './table-head';
import { tableItems } from './table-items';
import { usePointedRow } from './use-pointed-row';
import { useRowsInSight } from './use-rows-in-sight';
import { useScrollPlace } from './use-scroll-place';
import { shownSelected } from './use-selection';
import { useTableControl } from './use-table-control';
import { useVisibleItems } from './use-visible-items';

const noKeys: ReadonlySet<RowKey> = new Set();
const noColumns: readonly never[] = [];

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
  const language = useLanguage();
  // What the table scrolls in. Its own reference would come after the effects of what is in it.
  const scroll = useRef<HTMLElement>(null);
  const findScroll = useCallback((head: HTMLElement | null) => {
    scroll.current = head?.closest('div') ?? null;
  }, []);
  const { columns, rows, keyOf, selection, expand, rowMenu, virtual = false } = props;
  const narrow = isNarrow ? (props.narrow ?? null) : null;
  const [expanded, setExpanded] = useState<ReadonlySet<RowKey>>(noKeys);
  const items = useMemo(() => tableItems(rows, keyOf, expanded, expand), [rows, keyOf, expanded, expand]);
  const { look, top, end, ...sight } = useRowsInSight(items, scroll, {
    virtual,
    rowHeight: height,
    columns,
  });
  usePointedRow(scroll);
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
  const [rowGroups] = useState(() => new RowGroups<Row, Sub>());
  const groups = virtual ? rowGroups.group(visible) : [{ key: 'rows', isTogether: false, items: visible }];
  const shownColumns = isNarrow ? noColumns : columns;
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
        onSelect={control.selectShown}
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
        <TableGroup<Row, Sub>
          key={group.key}
          group={group}
          props={props}
          columns={shownColumns}
          narrow={narrow}
          calls={control.calls}
          expanded={expanded}
          reached={
            group.items.some((item) => item.kind === 'row' && item.index === control.reached)
              ? control.reached
              : null
          }
          language={language}
        />
      ))}
      <RowMenu {...control.menu} onClose={control.closeMenu} />
    </>
  );
}
