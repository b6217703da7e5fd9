import type { Column, Expand } from './column';
import type { Item } from './table-items';
import { cellClass } from './table-row';

export interface SubRowProps<Row, Sub> {
  item: Extract<Item<Row, Sub>, { kind: 'sub' }>;
  expand: Expand<Row, Sub>;
  columns: readonly Column<Row>[];
  /** Empty cells in front: selection and chevron. */
  lead: number;
  hasMenu: boolean;
}

/** A row under a row: a seat of its group. */
export function SubRow<Row, Sub>({ item, expand, columns, lead, hasMenu }: SubRowProps<Row, Sub>) {
  const { sub, row } = item;
  return (
    <tr className="sub" aria-level={2}>
      {Array.from({ length: lead }, (_, i) => (
        <td key={i} />
      ))}
      {columns.length === 0 ? (
        <td>{expand.narrow(sub, row)}</td>
      ) : (
        columns.map((column) => (
          <td key={column.id} className={cellClass({ ...column, strong: false })}>
            {expand.cells[column.id]?.(sub, row)}
          </td>
        ))
      )}
      {hasMenu ? <td /> : null}
    </tr>
  );
}
