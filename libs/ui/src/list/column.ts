import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** Row heights in px: compact, default, cart (look, section 2). */
export type Density = 28 | 36 | 44;

/** One column of a list. */
export interface Column<Row> {
  /** Also the name in the URL, and the sort key unless `sortKey` says another. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand right. */
  align?: 'left' | 'right';
  /** Px; columns without it share what is left in proportion to their `minWidth` (120), which each has at least. */
  width?: number;
  minWidth?: number;
  /** The wire's sort key, when the server can sort by it. */
  sortKey?: string;
  /** Hidden unless chosen in the columns menu; `tight`: where the list has little room. */
  hidden?: boolean | 'tight';
  /** Can't be hidden. */
  fixed?: boolean;
  /** The name of the row: weight 550. */
  strong?: boolean;
  /** Holds buttons: nothing is cut off. */
  actions?: boolean;
  /** Its content cuts itself off, so that the cell needn't. */
  uncut?: boolean;
  /** Of second rank: text-2. */
  quiet?: boolean;
}

/** What a row shows under 600 px: three lines of 74 px, the chip at the right. */
export interface NarrowRow {
  title: ReactNode;
  status?: ReactNode;
  second?: ReactNode;
  third?: ReactNode;
  /** At the right end of the third line. */
  end?: ReactNode;
}

/** An entry of a row's menu; `disabled` is the reason why it can't be taken. */
export interface RowAction {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  disabled?: string;
  danger?: boolean;
}

/** Rows under a row (the seats of a cart group). */
export interface Expand<Row, Sub> {
  rows: (row: Row) => readonly Sub[];
  key: (sub: Sub) => RowKey;
  /** By column id; a column without one stays empty. */
  cells: Readonly<Record<string, (sub: Sub, row: Row) => ReactNode>>;
  /** Under 600 px. */
  narrow: (sub: Sub, row: Row) => ReactNode;
}

export interface Sort {
  key: string;
  descending: boolean;
}
