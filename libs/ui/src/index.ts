export { MissingTile } from './brand/missing-tile';
export { Mark, type MarkProps } from './brand/mark';
export { MosaicFloor } from './brand/mosaic-floor';

export type { Command } from './commands/command';
export { keyWords } from './commands/keys';
export { useCommands, useDeclaredCommands } from './commands/use-commands';
export { usePageActions, type PageAction } from './commands/use-page-actions';

export { deviceOf } from './device/device';

export { useConfirm, type Confirm, type LoadedQuestion, type Question } from './dialog/confirm-context';
export { ConfirmDialog, type ConfirmDialogProps } from './dialog/confirm-dialog';
export { DialogFrame, type DialogFrameProps } from './dialog/dialog-frame';
export { DialogHead, type DialogHeadProps } from './dialog/dialog-head';
export { skippedText, type Consequence, type Skipped } from './dialog/impact';

export { Bar } from './feedback/bar';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state';
export { ErrorAlert, type ErrorAlertProps } from './feedback/error-alert';
export { HiddenText } from './feedback/hidden-text';
export { LockPanel, type LockPanelProps } from './feedback/lock-panel';
export { ModuleFailed, type ModuleFailedProps } from './feedback/module-failed';
export { Notice, type NoticeProps } from './feedback/notice';
export { fieldErrorText, toProblem, type Problem } from './feedback/problem';
export {
  useAction,
  type Actions,
  type Outcome,
  type PreviewedAction,
  type TakeBack,
} from './feedback/use-action';
export {
  useBottomInset,
  useSnackbar,
  type SnackbarMessage,
  type Snackbars,
} from './feedback/snackbar-context';

export {
  formatCount,
  formatMoney,
  formatTotals,
  Money,
  MoneyTotals,
  totalsByCurrency,
  type CurrencyTotal,
  type MoneyProps,
  type MoneyTotalsProps,
} from './figures/money';
export { useWidth } from './figures/use-width';
export { SegmentedProgress, type SegmentedProgressProps } from './figures/segmented-progress';
export type { ChartColumn } from './figures/chart-column';
export { StackedColumns, type StackedColumnsProps } from './figures/stacked-columns';
export { countsBySeries, type SeriesKey } from './figures/task-series';
export { TileBar, type TileBarProps, type TilePart } from './figures/tile-bar';
export type { TileTone } from './figures/tile-tones';

export { SegmentedControl, type SegmentedControlProps } from './form/segmented-control';

export { Page, PanelPage } from './layout/page';
export { PageHeader, type PageHeaderProps } from './layout/page-header';
export { Panel, type PanelProps } from './layout/panel';
export { useKeptFocus } from './layout/use-kept-focus';

export { FilterChip, type FilterChipProps } from './status/filter-chip';
export { LiveDot, type LiveDotProps } from './status/live-dot';
export {
  stateLook,
  stateOptions,
  states,
  stateLabel,
  type StateKind,
  type StateLook,
  type BadgeVariant,
} from './status/states';
export { StatusBadge, StatusChip, type StatusBadgeProps, type StatusChipProps } from './status/status-badge';
export { taskFailureText, taskReasonText, type TaskReason } from './status/task-reason';

export { catalogue, currentLanguage, setLanguage, textsOf, useLanguage } from './texts/catalogue';
export { Filled, type FilledProps } from './texts/filled';
export { isLanguage, languageFor, languages, type Language } from './texts/language';
export type { TextName, Texts, TextTree, Translation } from './texts/text-types';

export {
  applyStoredColorMode,
  colorModeCookie,
  storedColorMode,
  useColorMode,
  type ColorMode,
} from './theme/color-mode';
export { InitColorScheme, initColorSchemeScript } from './theme/init-color-scheme';
export { motion, prefersReducedMotion } from './theme/motion';
export { theme } from './theme/theme';
export { ThemeRoot, type ThemeRootProps } from './theme/theme-root';
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
export { preloadMonoFont } from './theme/fonts';
export { browserZone } from './time/time-zones';
export { useSeconds, useTicking } from './time/use-seconds';
