// The page of a list: loaded with the first page that has one (docs/decisions/011-first-visit.md).

export { type BulkAction, BulkBar } from './bulk-bar';
export { saveFile } from './csv-download';
export type { FilterDef } from './filters';
export type { CsvSource, ListBackend, SavedView } from './list-backend';
export { ListPage, type ListPageProps, toListProps } from './list-page';
export type { Selection } from './table-types';
export { TruncateMiddle } from './truncate-middle';
export { type ListState, useListState } from './use-list-state';
export { useDeferredSelected, useSelected, useSelection } from './use-selection';
