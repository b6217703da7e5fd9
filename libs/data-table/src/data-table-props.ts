import type { Column, Density, Expand, NarrowRow, RowAction, RowKey, Sort } from './column';
import type { Selection } from './use-selection';

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
  /** Three lines under 600 px; without it the table scrolls sideways. */
  narrow?: (row: Row) => NarrowRow;
  /** Three lines in a wider window too, since the table has little room in it. */
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
  /** Its shortcuts work wherever the focus is on the page. */
  shortcuts?: boolean;
  /** Changes with the query (sort, filter, page): the table then scrolls to its top. */
  resetKey?: unknown;
  /** Padding below, for a bar that floats above the last row. */
  padBottom?: number;
}
