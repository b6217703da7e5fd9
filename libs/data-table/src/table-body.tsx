import { Skeleton } from '@mui/material';
import { useLanguage } from '@tessera/ui';
import { Fragment, type ReactNode } from 'react';
import type { RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import { RowMenu } from './row-menu';
import { SubRow } from './sub-row';
import { TableRow } from './table-row';
import { useTableInteraction } from './use-table-interaction';
import { useVirtualRows } from './use-virtual-rows';

const noColumns: readonly never[] = [];

export interface TableBodyProps<Row, Sub> {
  /** The table's. */
  props: DataTableProps<Row, Sub>;
  /** What the table scrolls in; null before it is mounted. */
  box: HTMLElement | null;
  expanded: ReadonlySet<RowKey>;
  interaction: ReturnType<typeof useTableInteraction<Row, Sub>>;
  /** Everything of a row is in one column, in three lines. */
  isNarrow: boolean;
  rowHeight: number;
}

/** The rows: those in the viewport of a virtual table, and the one that Tab reaches; all rows of any other. */
export function TableBody<Row, Sub>(input: TableBodyProps<Row, Sub>) {
  const { props, box, expanded, interaction, isNarrow, rowHeight } = input;
  const { rows, keyOf, nameOf, selection, selectable, expand, rowMenu, openKey, virtual = false } = props;
  const language = useLanguage();
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
          selected={selection?.keys.has(key) ?? false}
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
  // Keeps the focus while its row is outside the viewport, and lets Tab find the table again.
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
  // An element that began further down than before would count as a layout shift.
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

/** Stand in for rows while the first response is pending. */
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
