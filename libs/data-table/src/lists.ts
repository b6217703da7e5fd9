// The page of a list: fetched with the first page that has one (docs/decisions/011-first-visit.md).

export type { BulkAction } from './bulk-bar';
export type { FilterDef, FilterValue } from './filters';
export { TruncateMiddle } from './truncate-middle';
export type { CsvSource, ListBackend, SavedView, SavedViews } from './list-backend';
export { ListPage } from './list-page';
export type { ListPageProps } from './list-page-props';
export { saveFile } from './save-file';
export { useListState, type ListState, type ListStateOptions, type SearchParams } from './use-list-state';
export { useSelection, type Selection } from './use-selection';
