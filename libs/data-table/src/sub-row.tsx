import type { Expand } from './column';

export interface SubRowProps<Row, Sub> {
  row: Row;
  expand: Expand<Row, Sub>;
  /** The name of the parent row. */
  name: string;
  /** Empty cells in front: selection and chevron. */
  lead: number;
  /** Cells of the row itself, its menu included. */
  span: number;
}

/** The sub rows of an expanded row, as a table with column headers of its own. */
export function SubRow<Row, Sub>({ row, expand, name, lead, span }: SubRowProps<Row, Sub>) {
  const { columns } = expand;
  return (
    <tr className="sub" aria-level={2}>
      {lead > 0 ? <td colSpan={lead} /> : null}
      <td colSpan={span}>
        <table aria-label={name}>
          <colgroup>
            {columns.map(({ id, width }) => (
              <col key={id} style={width === undefined ? undefined : { width }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ id, header, align }) => (
                <th key={id} scope="col" className={align}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {expand.rows(row).map((sub) => (
              <tr key={expand.key(sub)}>
                {columns.map(({ id, align, cell }) => (
                  <td key={id} className={align}>
                    {cell(sub, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </td>
    </tr>
  );
}
