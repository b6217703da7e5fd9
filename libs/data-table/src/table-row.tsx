import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useEffect, useRef, type ReactNode } from 'react';
import { type Language, motion, prefersReducedMotion } from '@tessera/ui';
import type { Column, NarrowRow, RowKey } from './column';
import { rowText } from './row-text';

/** What rows call; stays the same object, so that rows are memoized. */
export interface RowCalls {
  toggle: (index: number, range: boolean) => void;
  expand: (index: number) => void;
  menu: (index: number, anchor: HTMLElement) => void;
}

export interface TableRowProps<Row> {
  row: Row;
  rowKey: RowKey;
  index: number;
  /** Spoken by the checkbox. */
  name: string;
  columns: readonly Column<Row>[];
  narrow: ((row: Row) => NarrowRow) | null;
  calls: RowCalls;
  selectable: 'no' | 'yes' | 'blocked';
  expandable: boolean;
  hasMenu: boolean;
  openable: boolean;
  selected: boolean;
  open: boolean;
  expanded: boolean;
  /** The one row that Tab reaches. */
  reached: boolean;
  tone: 'lapsing' | 'faded' | undefined;
  /** Changes when the row changed live. */
  stamp: unknown;
  /** What the cells say is in it. */
  language: Language;
}

/** A row that changed while it was shown fades from the selected tint. */
function useChangedFade(stamp: unknown) {
  const ref = useRef<HTMLTableRowElement>(null);
  const before = useRef(stamp);
  useEffect(() => {
    if (Object.is(before.current, stamp)) return;
    before.current = stamp;
    if (prefersReducedMotion()) return;
    const how = { duration: motion.changed, easing: motion.easing, pseudoElement: '::after' };
    ref.current?.classList.add('changed');
    ref.current?.animate?.({ opacity: [1, 0] }, how);
  }, [stamp]);
  return ref;
}

function Row<R>(props: TableRowProps<R>) {
  const { row, rowKey, index, name, columns, narrow, calls, selected, expanded, stamp, language } = props;
  const ref = useChangedFade(stamp);
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
      tabIndex={props.reached ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={props.selectable === 'no' ? undefined : selected}
      aria-expanded={props.expandable ? expanded : undefined}
      aria-level={props.expandable ? 1 : undefined}
    >
      {props.selectable === 'no' ? null : (
        <td className="select">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={rowText('row.select', name)}
            checked={selected}
            disabled={props.selectable === 'blocked'}
            onChange={(event) =>
              calls.toggle(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {props.expandable ? (
        <td className="menu">
          <button
            type="button"
            className="icon"
            tabIndex={-1}
            aria-label={rowText(expanded ? 'row.hide' : 'row.show', name)}
            onClick={() => calls.expand(index)}
          >
            <Chevron size={16} strokeWidth={1.75} aria-hidden />
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
            aria-label={rowText('row.actionsFor', name)}
            onClick={(event) => calls.menu(index, event.currentTarget)}
          />
        </td>
      ) : null}
    </tr>
  );
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  /** What the cells say is in it. */
  language: Language;
}

/** Drawn again when they show something else, and not when their row is selected or reached. */
const Cells = memo(<R,>({ row, columns }: CellsProps<R>) =>
  columns.map((column) => (
    <td key={column.id} className={cellClass(column)}>
      {column.cell(row)}
    </td>
  )),
) as <R>(props: CellsProps<R>) => ReactNode;

export const cellClass = <R,>({ align, strong, quiet, actions, uncut }: Column<R>): string | undefined =>
  [align === 'right' && 'right', strong && 'strong', quiet && 'quiet', (actions || uncut) && 'uncut']
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

/** One row of a list, drawn again only when something of its own changed. */
export const TableRow = memo(Row) as typeof Row;
