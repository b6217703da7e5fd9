import type { Column, Density, Expand, NarrowRow, RowAction, RowKey, Sort } from './column';
import type { Selection } from './use-selection';

export interface DataTableProps<Row, Sub = never> {
  /** What the rows are, for the table's accessible name: "Tasks". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  /** The row's name, spoken by its checkbox and menu. */
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
  /** It has no more room than in such a window: three lines too. */
  squeezed?: boolean;
  tone?: (row: Row) => 'lapsing' | 'faded' | undefined;
  /** Changes when a row changed (its version): it then fades from the selected tint. */
  stamp?: (row: Row) => unknown;
  /** All rows of the list, where only some are loaded. */
  total?: number;
  /** Draws only the rows in sight. */
  virtual?: boolean;
  /** Called when the last rows of a virtual table come into sight. */
  onEnd?: () => void;
  /** Called with the first and the last item of a virtual table that are drawn, whenever they are others. */
  onSight?: (first: number, last: number) => void;
  /** Skeleton rows in place of rows. */
  skeleton?: number;
  /** The page's list: its shortcuts work wherever the focus is. */
  shortcuts?: boolean;
  /** Changes when something else is asked (sort, filter, page): the list then begins at its top again. */
  asked?: unknown;
  /** Padding below, for a bar that floats above the last row. */
  padBottom?: number;
}
