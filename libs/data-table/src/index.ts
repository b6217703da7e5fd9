// A table by itself. The page around it is `@tessera/data-table/list-page`, fetched with the first page that has a list.

export type { Column, Density, Expand, NarrowRow, RowAction, RowKey, Sort, SubColumn } from './column';
export { DataTable } from './data-table';
export type { DataTableProps } from './data-table-props';
export { ReaderDensity } from './reader-density';
export { RowMenu, type RowMenuProps } from './row-menu';
