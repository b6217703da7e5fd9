// The list page and what stands beside a list: fetched with the first page that has one (docs/decisions/011-first-visit.md).

export { CountdownTiles, type CountdownTilesProps } from './figures/countdown-tiles';
export { Descriptions, type Description } from './layout/descriptions';
export { DrawerPanel, type DrawerPanelProps } from './layout/drawer-panel';
export { NavTabs, type NavTabsProps, type TabItem } from './layout/nav-tabs';
export { Timeline, type TimelineEntry } from './layout/timeline';
export type { BulkAction } from './list/bulk-bar';
export type { FilterDef, FilterValue } from './list/filters';
export type { CsvSource, ListBackend, SavedView, SavedViews } from './list/list-backend';
export { KeptEnd } from './list/kept-end';
export { ListPage } from './list/list-page';
export type { ListPageProps } from './list/list-page-props';
export { saveFile } from './list/save-file';
export {
  useListState,
  type ListState,
  type ListStateOptions,
  type SearchParams,
} from './list/use-list-state';
export { useSelection, type Selection } from './list/use-selection';
export { SessionList, type SessionListProps, type SessionRow } from './device/session-list';
