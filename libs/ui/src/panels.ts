// What stands beside a list or below its title, and the days of its filters: fetched with the first page that has one
// (docs/decisions/011-first-visit.md).

export { CountdownTiles, type CountdownTilesProps } from './figures/countdown-tiles';
export { DescriptionList, type Description } from './layout/descriptions';
export { dockedWidth, DrawerPanel, type DrawerPanelProps } from './layout/drawer-panel';
export { NavTabs, type NavTabsProps, type TabItem } from './layout/nav-tabs';
export { Timeline, type TimelineEntry } from './layout/timeline';
export { SessionList, type SessionListProps, type SessionRow } from './device/session-list';
export { dayBounds, isDay } from './time/zoned';
