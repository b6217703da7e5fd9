import type { Column } from '@tessera/data-table';

/** Hides some columns for lack of space; the columns menu still has them. */
export const withHidden = <Row>(columns: Column<Row>[], ids: readonly string[]): Column<Row>[] =>
  columns.map((column) => (ids.includes(column.id) ? { ...column, hidden: true } : column));
