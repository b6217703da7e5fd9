// The page of a list: loaded with the first page that has one (docs/decisions/011-first-visit.md).

export type { BulkAction } from './bulk-bar';
export type { FilterDef } from './filters';
export { TruncateMiddle } from './truncate-middle';
export type { CsvSource, ListBackend, SavedView } from './list-backend';
export { ListPage, type ListPageProps } from './list-page';
export { saveFile } from './csv-download';
export { useListState, type ListState } from './use-list-state';
export type { Selection } from './table-types';
export { useSelection } from './use-selection';
