import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { type Language, motion, prefersReducedMotion } from '@tessera/ui';
import type { Column, Expand, NarrowRow, RowKey } from './table-types';
import { translate } from './texts';

/** The handlers of a row's controls. */
interface RowActions {
  toggle: (index: number, extend: boolean) => void;
  expand: (index: number) => void;
  openMenu: (index: number, anchor: HTMLElement) => void;
}

interface TableRowProps<Row> extends RowActions {
  row: Row;
  rowKey: RowKey;
  index: number;
  /** The accessible name of its checkbox and menu. */
  name: string;
  columns: readonly Column<Row>[];
  narrow: ((row: Row) => NarrowRow) | null;
  selectable: 'no' | 'yes' | 'blocked';
  expandable: boolean;
  hasMenu: boolean;
  openable: boolean;
  selected: boolean;
  open: boolean;
  expanded: boolean;
  /** The one row that Tab reaches. */
  current: boolean;
  tone: 'lapsing' | 'faded' | undefined;
  /** Changes when the row changed live. */
  version: unknown;
  /** The language of its cells, which are rendered again when it changes. */
  language: Language;
}

/** Highlights a row that changed while it was shown, and fades the highlight. */
function useChangeHighlight(stamp: unknown) {
  const ref = useRef<HTMLTableRowElement>(null);
  const previous = useRef(stamp);
  useEffect(() => {
    if (Object.is(previous.current, stamp)) return;
    previous.current = stamp;
    if (prefersReducedMotion()) return;
    ref.current?.animate([{ backgroundColor: 'var(--changed)', offset: 0 }], {
      duration: motion.changed,
      easing: motion.easing,
    });
  }, [stamp]);
  return ref;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Row<R>(props: TableRowProps<R>) {
  const { row, rowKey, index, name, columns, narrow, selected, expanded, version, language } = props;
  const ref = useChangeHighlight(version);
  const classes = [
    'row',
    props.openable && 'openable',
    selected && 'selected',
    props.open && 'open',
    props.tone,
  ];
  const Chevron = expanded ? ChevronDown : ChevronRight;
  return (
    <tr
      ref={ref}
      className={classes.filter(Boolean).join(' ')}
      data-index={index}
      data-key={rowKey}
      tabIndex={props.current ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={props.selectable === 'no' ? undefined : selected}
      aria-expanded={props.expandable ? expanded : undefined}
      aria-level={props.expandable ? 1 : undefined}
    >
      {props.selectable === 'no' ? null : (
        <td className="select">
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={translate('row.select', { name })}
              checked={selected}
              disabled={props.selectable === 'blocked'}
              onChange={({ nativeEvent }) =>
                props.toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </td>
      )}
      {props.expandable ? (
        <td className="menu">
          <button
            type="button"
            className="icon"
            tabIndex={-1}
            aria-label={translate(expanded ? 'row.hide' : 'row.show', { name })}
            onClick={() => props.expand(index)}
          >
            <Chevron {...icon} />
          </button>
        </td>
      ) : null}
      {narrow ? <NarrowCell row={narrow(row)} /> : <Cells row={row} columns={columns} language={language} />}
      {props.hasMenu ? (
        <td className="menu right">
          <button
            type="button"
            className="icon rowmenu"
            tabIndex={-1}
            aria-haspopup="menu"
            aria-label={translate('row.actionsFor', { name })}
            onClick={(event) => props.openMenu(index, event.currentTarget)}
          >
            <Ellipsis {...icon} />
          </button>
        </td>
      ) : null}
    </tr>
  );
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  /** Renders the cells again when it changes. */
  language: Language;
}

/** Memoized, so that selecting or focusing a row doesn't render its cells again. */
const Cells = memo(<R,>({ row, columns }: CellsProps<R>) =>
  columns.map((column) => (
    <td key={column.id} className={cellClass(column)}>
      {column.cell(row)}
    </td>
  )),
) as <R>(props: CellsProps<R>) => ReactNode;

const cellClass = <R,>({ align, strong, quiet, actions, truncatesItself }: Column<R>): string | undefined =>
  [
    align === 'right' && 'right',
    strong && 'strong',
    quiet && 'quiet',
    (actions || truncatesItself) && 'unclipped',
  ]
    .filter(Boolean)
    .join(' ') || undefined;

const NarrowCell = ({ row }: { row: NarrowRow }) => (
  <td>
    <div className="narrow">
      <div>
        <span className="title">{row.title}</span>
        <span className="status">{row.status}</span>
      </div>
      <div className="second">{row.second}</div>
      <div className="third">
        <span>{row.third}</span>
        <span className="end">{row.end}</span>
      </div>
      {row.actions ? <div className="actions">{row.actions}</div> : null}
    </div>
  </td>
);

/** One row, rendered again only when one of its props changed. */
export const TableRow = memo(Row) as typeof Row;

interface SubRowProps<Row, Sub> {
  row: Row;
  expand: Expand<Row, Sub>;
  /** The name of the parent row. */
  name: string;
  /** The number of empty cells in front: checkbox and chevron. */
  lead: number;
  /** The number of the row's other cells, its menu included. */
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
