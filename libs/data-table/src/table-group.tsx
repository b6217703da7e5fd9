import { memo } from 'react';
import type { Language } from '@tessera/ui';
import type { Column, NarrowRow, RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import type { RowGroup } from './row-groups';
import { SubRow } from './sub-row';
import { TableRow } from './table-row';
import type { TableCalls } from './use-table-control';

export interface TableGroupProps<Row, Sub> {
  group: RowGroup<Row, Sub>;
  /** The table's. */
  props: DataTableProps<Row, Sub>;
  /** None where all that a row shows is in one. */
  columns: readonly Column<Row>[];
  narrow: ((row: Row) => NarrowRow) | null;
  calls: TableCalls;
  expanded: ReadonlySet<RowKey>;
  /** The index of the row that Tab reaches, where it is one of these. */
  reached: number | null;
  /** What their cells say is in it. */
  language: Language;
}

function Group<Row, Sub>(input: TableGroupProps<Row, Sub>) {
  const { group, props, columns, narrow, calls, expanded, reached, language } = input;
  const { nameOf, selection, selectable, expand, rowMenu, openKey } = props;
  const lead = (selection ? 1 : 0) + (expand ? 1 : 0);
  const hasMenu = rowMenu !== undefined;
  return (
    <tbody
      className={group.isTogether ? 'group' : undefined}
      onKeyDown={calls.keyDown}
      onClick={calls.click}
      onFocus={calls.focus}
      onBlur={calls.blur}
    >
      {group.items.map((item) =>
        item.kind === 'gap' ? (
          <tr key={item.key} className="gap" aria-hidden>
            <td
              colSpan={(narrow ? 1 : columns.length) + lead + (hasMenu ? 1 : 0)}
              style={{ height: item.height }}
            />
          </tr>
        ) : item.kind === 'sub' && expand ? (
          <SubRow
            key={item.key}
            item={item}
            expand={expand}
            name={nameOf(item.row)}
            lead={lead}
            span={(narrow ? 1 : columns.length) + (hasMenu ? 1 : 0)}
          />
        ) : item.kind === 'row' ? (
          <TableRow
            key={item.key}
            row={item.row}
            rowKey={item.key}
            index={item.index}
            name={nameOf(item.row)}
            columns={columns}
            narrow={narrow}
            calls={calls}
            selectable={!selection ? 'no' : (selectable?.(item.row) ?? true) ? 'yes' : 'blocked'}
            expandable={expand !== undefined}
            hasMenu={hasMenu}
            openable={props.onOpen !== undefined}
            selected={selection?.keys.has(item.key) ?? false}
            open={openKey != null && String(openKey) === String(item.key)}
            expanded={expanded.has(item.key)}
            reached={item.index === reached}
            tone={props.tone?.(item.row)}
            stamp={props.stamp?.(item.row)}
            language={language}
          />
        ) : null,
      )}
    </tbody>
  );
}

/** A few rows that are painted as one; a step of a scroll leaves those alone that were there. */
export const TableGroup = memo(Group) as typeof Group;
