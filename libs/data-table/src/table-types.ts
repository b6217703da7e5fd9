import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode } from 'react';

export type RowKey = string | number;

/** Row heights in px: compact, default, cart. */
export type Density = 28 | 36 | 44;

/** The row height that the user chose for all lists; null: each list's own. */
export const PreferredDensity = createContext<Density | null>(null);

/** One column of a list. */
export interface Column<Row> {
  /** Also its name in the URL. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned right. */
  align?: 'left' | 'right';
  /** Px; columns without it share the remaining width in proportion to their `minWidth` (120). */
  width?: number;
  minWidth?: number;
  /** The sort key of the API, if the server can sort by this column. */
  sortKey?: string;
  /** Hidden unless chosen in the columns menu; `tight`: hidden where the list has little room. */
  hidden?: boolean | 'tight';
  /** Can't be hidden. */
  fixed?: boolean;
  /** Semibold: the name of the row. */
  strong?: boolean;
  /** Holds buttons, which must not be clipped. */
  actions?: boolean;
  /** The cell's content truncates its own text. */
  truncatesItself?: boolean;
  /** In the colour of secondary text. */
  quiet?: boolean;
}

/** What a row shows below 600 px: three lines, the status at the right. */
export interface NarrowRow {
  title: ReactNode;
  status?: ReactNode;
  second?: ReactNode;
  third?: ReactNode;
  /** At the right end of the third line. */
  end?: ReactNode;
  /** Buttons on a separate line; not for virtual lists, whose rows all have the same height. */
  actions?: ReactNode;
}

/** An entry of a row's menu; `disabled` is the reason why it is not available. */
export interface RowAction {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  disabled?: string;
  danger?: boolean;
}

/** A column of sub rows. */
export interface SubColumn<Row, Sub> {
  id: string;
  header: string;
  cell: (sub: Sub, row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** Px; columns without it share the remaining width. */
  width?: number;
}

/** The sub rows of a row, as a table below it (the seats of a cart group); not for virtual lists. */
export interface Expand<Row, Sub> {
  rows: (row: Row) => readonly Sub[];
  key: (sub: Sub) => RowKey;
  columns: readonly SubColumn<Row, Sub>[];
}

export interface Sort {
  key: string;
  descending: boolean;
}

/** The selected rows of a list. */
export interface SelectedRows {
  keys: ReadonlySet<RowKey>;
  /** Whether all rows that match the filters are selected, loaded or not. */
  all: boolean;
}

/**
 * The selection of a list; see `useSelection`. A store in place of state, so that selecting a row renders what shows the
 * selection (`useSelected`) and not the page.
 */
export interface Selection {
  read: () => SelectedRows;
  /** Calls `listener` after each change; returns a function that ends this. */
  subscribe: (listener: () => void) => () => void;
  /** Selects or deselects several rows. */
  setSelected: (keys: readonly RowKey[], isSelected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

export interface DataTableProps<Row, Sub = never> {
  /** The table's accessible name: "Tasks". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  /** The row's name, for its checkbox and menu. */
  nameOf: (row: Row) => string;
  density?: Density;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  selection?: Selection;
  /** False: the row's checkbox is disabled. */
  selectable?: (row: Row) => boolean;
  /** A click or Enter on a row. */
  onOpen?: (row: Row) => void;
  /** The row that is open in the drawer. */
  openKey?: RowKey | null;
  rowMenu?: (row: Row) => readonly RowAction[];
  expand?: Expand<Row, Sub>;
  /** Three lines below 600 px; without it the table scrolls horizontally. */
  narrow?: (row: Row) => NarrowRow;
  /** Three lines in a wider window too, because the table has little room there. */
  squeezed?: boolean;
  tone?: (row: Row) => 'lapsing' | 'faded' | undefined;
  /** Changes with the row (its version): the row is then highlighted for a moment. */
  versionOf?: (row: Row) => unknown;
  /** The number of all rows, where only some are loaded. */
  total?: number;
  /** Renders only the rows in the viewport. */
  virtual?: boolean;
  /** Called when a virtual table is scrolled near the last loaded row. */
  onEndReached?: () => void;
  /** Called with the indexes of the first and the last row of a virtual table's viewport when they change. */
  onVisibleRangeChange?: (first: number, last: number) => void;
  /** Skeleton rows in place of rows. */
  skeleton?: number;
  /** Enables its shortcuts on the whole page. */
  shortcuts?: boolean;
  /** Changes with the query (sort, filter, page): the table then scrolls to its top. */
  resetKey?: unknown;
  /** Leaves room below the last row while rows are selected, for a bar that floats there. */
  hasBulkBar?: boolean;
}
