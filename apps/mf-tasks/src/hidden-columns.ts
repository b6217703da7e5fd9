import type { Column } from '@tessera/data-table';

/** Columns of which some are left to the columns menu, for want of room. */
export const withHidden = <Row>(columns: Column<Row>[], ids: readonly string[]): Column<Row>[] =>
  columns.map((column) => (ids.includes(column.id) ? { ...column, hidden: true } : column));
