export { MissingTile } from './brand/missing-tile';
export { Mark, type MarkProps } from './brand/mark';
export { MosaicFloor } from './brand/mosaic-floor';

export { ChoiceDialog, type ChoiceDialogProps } from './choice/choice-dialog';
export type { ChoiceItem } from './choice/choice-item';
export { ChosenList, type ChosenListProps } from './choice/chosen-list';
export { pastedEmails } from './choice/pasted-emails';

export type { Command } from './commands/command';
export { keyWords } from './commands/keys';
export { useCommands, useDeclaredCommands } from './commands/use-commands';
export { usePageActions, type PageAction } from './commands/use-page-actions';

export { deviceOf } from './device/device';

export { useConfirm, type Question } from './dialog/confirm-context';
export { ConfirmDialog, type ConfirmDialogProps } from './dialog/confirm-dialog';
export { DialogFrame, type DialogFrameProps } from './dialog/dialog-frame';
export { DialogHead, type DialogHeadProps } from './dialog/dialog-head';
export { FormDialog, type FormDialogProps } from './dialog/form-dialog';
export { ProgressDialog, type ProgressDialogProps } from './dialog/progress-dialog';
export { StaleDialog, type StaleDialogProps, type StaleDifference } from './dialog/stale-dialog';
export { SectionNav, type SectionMark, type SectionNavProps } from './dialog/section-nav';
export { useCloseGuard } from './dialog/use-close-guard';
export { useStaleSave, type StaleSave, type StaleSaveOptions } from './dialog/use-stale-save';
export { WizardDialog, type WizardDialogProps } from './dialog/wizard-dialog';
export type { WizardStep } from './dialog/wizard-steps';

export { EmptyState, type EmptyStateProps } from './feedback/empty-state';
export { ErrorAlert, type ErrorAlertProps } from './feedback/error-alert';
export { HiddenText } from './feedback/hidden-text';
export { LockPanel, type LockPanelProps } from './feedback/lock-panel';
export { ModuleFailed, type ModuleFailedProps } from './feedback/module-failed';
export { Notice, type NoticeProps } from './feedback/notice';
export { toProblem, type Problem } from './feedback/problem';
export { useAction, type Actions, type Outcome, type TakeBack } from './feedback/use-action';
export { useSnackbar, type SnackbarMessage, type Snackbars } from './feedback/snackbar-context';

export { CountdownTiles, type CountdownTilesProps } from './figures/countdown-tiles';
export {
  formatCount,
  formatMoney,
  Money,
  MoneyTotals,
  type MoneyProps,
  type MoneyTotalsProps,
} from './figures/money';
export { SegmentedProgress, type SegmentedProgressProps } from './figures/segmented-progress';
export type { ChartColumn } from './figures/chart-column';
export { StackedColumns, type StackedColumnsProps } from './figures/stacked-columns';
export { countsBySeries, taskSeries, type Series, type SeriesKey } from './figures/task-series';
export { TileBar, type TileBarProps, type TilePart } from './figures/tile-bar';
export type { TileTone } from './figures/tile-tones';

export { Checkbox } from './form/checkbox';
export { CheckboxField, type CheckboxFieldProps } from './form/checkbox-field';
export { DateTimeField, type DateTimeFieldProps } from './form/date-time-field';
export { isInstant, type DateTimePreset } from './form/date-time/use-date-time';
export { describedBy, FieldFrame, type FieldFrameProps } from './form/field-frame';
export type { FieldProps } from './form/field-props';
export {
  fromPairs,
  KeyValueGrid,
  toPairs,
  type KeyValue,
  type KeyValueGridProps,
} from './form/key-value-grid';
export { NumberField, type NumberFieldProps } from './form/number-field';
export { moved, OrderedList, type OrderedListProps } from './form/ordered-list';
export { PlainSelect, type Option, type PlainSelectProps } from './form/plain-select';
export { PlainTextField, type PlainTextFieldProps } from './form/plain-text-field';
export { SecretField, type SecretFieldProps } from './form/secret-field';
export { SelectField, type SelectFieldProps } from './form/select-field';
export { applyFieldErrors } from './form/server-errors';
export { SwitchField, type SwitchFieldProps } from './form/switch-field';
export { TextField, type TextFieldProps } from './form/text-field';
export { useSubmit, type SubmitOptions } from './form/use-submit';

export { Descriptions, type Description } from './layout/descriptions';
export { DrawerPanel, type DrawerPanelProps } from './layout/drawer-panel';
export { NavTabs, type NavTabsProps, type TabItem } from './layout/nav-tabs';
export { Page, PanelPage } from './layout/page';
export { PageHeader, type PageHeaderProps } from './layout/page-header';
export { Panel, type PanelProps } from './layout/panel';
export { Timeline, type TimelineEntry } from './layout/timeline';

export type { BulkAction } from './list/bulk-bar';
export { ReaderDensity } from './list/reader-density';
export type { Column, Density, Expand, NarrowRow, RowAction, RowKey, Sort } from './list/column';
export { DataTable } from './list/data-table';
export type { DataTableProps } from './list/data-table-props';
export type { FilterDef, FilterValue } from './list/filters';
export type { CsvSource, ListBackend, SavedView, SavedViews } from './list/list-backend';
export { ListPage } from './list/list-page';
export type { ListPageProps } from './list/list-page-props';
export { RowMenu, type RowMenuProps } from './list/row-menu';
export {
  useListState,
  type ListState,
  type ListStateOptions,
  type SearchParams,
} from './list/use-list-state';
export { useSelection, type Selection } from './list/use-selection';

export { FilterChip, type FilterChipProps } from './status/filter-chip';
export { LiveDot, type LiveDotProps } from './status/live-dot';
export { stateLook, states, type StateKind, type StateLook, type StubForm } from './status/states';
export { StatusChip, type StatusChipProps } from './status/status-chip';
export { Stub, type StubProps } from './status/stub';

export { catalogue, currentLanguage, setLanguage } from './texts/catalogue';
export { Filled, type FilledProps } from './texts/filled';
export { isLanguage, languages, type Language } from './texts/language';
export type { TextName, Texts, TextTree, Translation } from './texts/text-types';

export {
  applyStoredColorMode,
  colorModeCookie,
  storedColorMode,
  useColorMode,
  type ColorMode,
} from './theme/color-mode';
export { InitColorScheme, initColorSchemeScript } from './theme/init-color-scheme';
export { prefersReducedMotion } from './theme/motion';
export { theme } from './theme/theme';
export { createStyleCache, ThemeRoot, type ThemeRootProps } from './theme/theme-root';
export { hues, type Hue } from './theme/tokens';

export {
  CountdownText,
  lapsingSeconds,
  useSecondsLeft,
  type CountdownTextProps,
} from './time/countdown-text';
export {
  formatClock,
  formatCountdown,
  formatDuration,
  formatInstant,
  type FormatOptions,
  type InstantStyle,
} from './time/format';
export { Instant, type InstantProps } from './time/instant';
export { LocaleProvider, useLocale, type Locale } from './time/locale';
export { useSeconds } from './time/use-seconds';
export { fromWallTime, toWallTime } from './time/zoned';
