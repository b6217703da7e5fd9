// The table alone. The page around it is `@tessera/data-table/list-page`, loaded with the first page that has a list.

export { DataTable } from './data-table';
export { RowMenu } from './menus';
export {
  type Column,
  type Density,
  type Expand,
  type NarrowRow,
  PreferredDensity,
  type RowAction,
} from './table-types';
