import type { Expand } from './column';
import type { Item } from './table-items';

export interface SubRowProps<Row, Sub> {
  item: Extract<Item<Row, Sub>, { kind: 'sub' }>;
  expand: Expand<Row, Sub>;
  /** The name of the row that holds them. */
  name: string;
  /** Empty cells in front: selection and chevron. */
  lead: number;
  /** Cells of the row itself, its menu included. */
  span: number;
}

/** What a row holds, under column heads of its own. */
export function SubRow<Row, Sub>({ item, expand, name, lead, span }: SubRowProps<Row, Sub>) {
  const { subs, row } = item;
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
            {subs.map((sub) => (
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
