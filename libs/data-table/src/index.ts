// The table alone. The page around it is `@tessera/data-table/list-page`, loaded with the first page that has a list.

export { DataTable } from './data-table';
export {
  PreferredDensity,
  type Column,
  type Density,
  type Expand,
  type NarrowRow,
  type RowAction,
} from './table-types';
export { RowMenu } from './menus';
