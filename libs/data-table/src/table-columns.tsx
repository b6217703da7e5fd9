import type { Column } from './column';

/** Px beside a list's own columns: the checkbox, the chevron of what is under a row, the row's menu. */
const lead = { select: 44, expand: 40, menu: 52 } as const;

export interface TableColumnsProps {
  columns: readonly Pick<Column<never>, 'id' | 'width' | 'minWidth'>[];
  selectable: boolean;
  expandable: boolean;
  hasMenu: boolean;
}

/** What a column without a width of its own has at least, and its part of the room that is left. */
const partOf = ({ minWidth = 120 }: { minWidth?: number }): number => minWidth;

function widthsOf({ columns, selectable, expandable, hasMenu }: TableColumnsProps) {
  const beside = (selectable ? lead.select : 0) + (expandable ? lead.expand : 0) + (hasMenu ? lead.menu : 0);
  const given = columns.reduce((sum, { width = 0 }) => sum + width, beside);
  const shared = columns.reduce((sum, column) => sum + (column.width ? 0 : partOf(column)), 0);
  return { given, shared };
}

/** The width below which the table scrolls sideways. */
export const minTableWidth = (props: TableColumnsProps): number => {
  const { given, shared } = widthsOf(props);
  return given + shared;
};

/**
 * The widths of a table's columns: those without one share the room that is left in proportion to their `minWidth`
 * (a fixed layout would give each the same). The table stands in a container of its size.
 */
export function TableColumns(props: TableColumnsProps) {
  const { columns, selectable, expandable, hasMenu } = props;
  const { given, shared } = widthsOf(props);
  return (
    <colgroup>
      {selectable ? <col style={{ width: lead.select }} /> : null}
      {expandable ? <col style={{ width: lead.expand }} /> : null}
      {columns.map((column) => {
        const part = partOf(column);
        const width =
          column.width ??
          `max(${part}px, calc((100cqw - ${given}px) * ${Number((part / shared).toFixed(5))}))`;
        return <col key={column.id} style={{ width }} />;
      })}
      {hasMenu ? <col style={{ width: lead.menu }} /> : null}
    </colgroup>
  );
}

/** Those of narrow rows: all that a row shows is in one. */
export const NarrowColumns = ({ selectable, expandable, hasMenu }: Omit<TableColumnsProps, 'columns'>) => (
  <colgroup>
    {selectable ? <col style={{ width: 42 }} /> : null}
    {expandable ? <col style={{ width: lead.expand }} /> : null}
    <col />
    {hasMenu ? <col style={{ width: lead.menu }} /> : null}
  </colgroup>
);
