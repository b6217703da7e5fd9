import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/** Row heights in px: compact, default, cart. */
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
  truncatesItself?: boolean;
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
  /** Buttons on a line of their own; not for virtual lists, whose rows are all as high. */
  actions?: ReactNode;
}

/** An entry of a row's menu; `disabled` is the reason why it can't be taken. */
export interface RowAction {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  disabled?: string;
  danger?: boolean;
}

/** A column of what a row holds. */
export interface SubColumn<Row, Sub> {
  id: string;
  header: string;
  cell: (sub: Sub, row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** Px; columns without it share what is left. */
  width?: number;
}

/** What a row holds, as a table of its own below it (the seats of a cart group); not for virtual lists. */
export interface Expand<Row, Sub> {
  rows: (row: Row) => readonly Sub[];
  key: (sub: Sub) => RowKey;
  columns: readonly SubColumn<Row, Sub>[];
}

export interface Sort {
  key: string;
  descending: boolean;
}
