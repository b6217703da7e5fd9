export { MissingTile } from './brand/missing-tile';
export { Logo, type LogoProps } from './brand/mark';
export { MosaicBackground } from './brand/mosaic-floor';

export type { Command } from './commands/command';
export { formatKey } from './commands/keys';
export { useCommands, useRegisteredCommands } from './commands/use-commands';
export { usePageActions, type PageAction } from './commands/use-page-actions';

export { describeDevice } from './device/device';

export { useConfirm, type Confirm, type LoadedQuestion, type Question } from './dialog/confirm-context';
export { ConfirmDialog, type ConfirmDialogProps } from './dialog/confirm-dialog';
export { DialogFrame, type DialogFrameProps } from './dialog/dialog-frame';
export { DialogHeader, type DialogHeaderProps } from './dialog/dialog-head';
export { skippedText, type Consequence, type Skipped } from './dialog/impact';

export { Bar } from './feedback/bar';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state';
export { ErrorAlert, type ErrorAlertProps } from './feedback/error-alert';
export { VisuallyHidden } from './feedback/hidden-text';
export { PermissionRequired, type PermissionRequiredProps } from './feedback/lock-panel';
export { ModuleFailed, type ModuleFailedProps } from './feedback/module-failed';
export { Alert, type AlertProps } from './feedback/notice';
export { fieldErrorText, describeError, type ErrorInfo } from './feedback/problem';
export {
  useAction,
  type Actions,
  type SuccessMessage,
  type PreviewedAction,
  type UndoAction,
} from './feedback/use-action';
export {
  useBottomInset,
  useSnackbar,
  type SnackbarMessage,
  type SnackbarControls,
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
export { useElementWidth } from './figures/use-width';
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
export { useFocusRecovery } from './layout/use-kept-focus';

export { FilterChip, type FilterChipProps } from './status/filter-chip';
export { LiveDot, type LiveDotProps } from './status/live-dot';
export {
  stateAppearance,
  stateOptions,
  states,
  stateLabel,
  type StateKind,
  type StateAppearance,
  type BadgeVariant,
} from './status/states';
export { StatusBadge, StatusChip, type StatusBadgeProps, type StatusChipProps } from './status/status-badge';
export { taskFailureText, taskReasonText, type TaskReason } from './status/task-reason';

export { registerTexts, currentLanguage, setLanguage, createTranslate, useLanguage } from './texts/catalogue';
export { InterpolatedText, type InterpolatedTextProps } from './texts/filled';
export { isLanguage, languageFor, languages, type Language } from './texts/language';
export type { TextName, Translate, TextTree, Translation } from './texts/text-types';

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
export { browserTimeZone } from './time/time-zones';
export { useSeconds, useClockValue } from './time/use-seconds';
