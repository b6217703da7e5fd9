// Panels, tabs and lists of details: loaded with the first page that has one (docs/decisions/011-first-visit.md).

export { CountdownTiles, type CountdownTilesProps } from './display/countdown-tiles';
export { type Description, DescriptionList } from './display/description-list';
export { type ExpiringStep, ExpiryPlot, type ExpiryPlotProps } from './display/expiry-plot';
export { type ChartLine, LineChart, type LineChartProps } from './display/line-chart';
export { NavTabs, type NavTabsProps, type TabItem } from './display/nav-tabs';
export { Timeline, type TimelineEntry } from './display/timeline';
export { dockedWidth, DrawerPanel, type DrawerPanelProps } from './page/drawer-panel';
export { SessionList, type SessionListProps, type SessionRow } from './page/session-list';
export { dayBounds, isDay } from './time/zoned';
