export { Logo, type LogoProps } from './brand/logo';
export { MosaicBackground } from './brand/mosaic-background';

export type { Command } from './commands/commands';
export { formatKey } from './commands/keys';
export { useCommands, useRegisteredCommands } from './commands/commands';
export { usePageActions, type PageAction } from './commands/commands';

export { describeDevice } from './display/device';

export { useConfirm, type Confirm, type LoadedQuestion, type Question } from './dialog/confirm-context';
export { type ConfirmDialogProps } from './dialog/confirm-dialog';
export { DialogFrame, type DialogFrameProps } from './dialog/dialog-frame';
export { DialogHeader, type DialogHeaderProps } from './dialog/dialog-frame';
export { skippedText, type Consequence, type Skipped } from './dialog/impact';

export { Bar } from './feedback/floating-bar';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state';
export { ErrorAlert, type ErrorAlertProps } from './feedback/error-alert';
export { VisuallyHidden } from './theme/visually-hidden';
export { PermissionRequired, type PermissionRequiredProps } from './feedback/permission-required';
export { ModuleFailed, type ModuleFailedProps } from './feedback/module-failed';
export { Alert, type AlertProps } from './feedback/alert';
export { fieldErrorText, describeError, type ErrorInfo } from './feedback/error-info';
export {
  useAction,
  type Actions,
  type SuccessMessage,
  type PreviewedAction,
  type UndoAction,
} from './dialog/use-action';
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
} from './display/money';
export { useElementWidth } from './display/use-element-width';
export { SegmentedProgress, type SegmentedProgressProps } from './display/segmented-progress';
export type { ChartColumn } from './display/stacked-columns';
export { StackedColumns, type StackedColumnsProps } from './display/stacked-columns';
export { countsBySeries, type SeriesKey } from './display/task-series';
export { TileBar, type TileBarProps, type TilePart } from './display/tile-bar';
export type { TileTone } from './display/tile-bar';

export { SegmentedControl, type SegmentedControlProps } from './form/segmented-control';

export { Page, PanelPage } from './page/page';
export { PageHeader, type PageHeaderProps } from './page/page';
export { Panel, type PanelProps } from './page/page';
export { useFocusRecovery } from './page/use-focus-recovery';

export { FilterChip, type FilterChipProps } from './display/filter-chip';
export { LiveDot, type LiveDotProps } from './display/live-status';
export {
  stateAppearance,
  stateOptions,
  states,
  stateLabel,
  type StateKind,
  type StateAppearance,
  type BadgeVariant,
} from './display/states';
export { StatusBadge, StatusChip, type StatusBadgeProps, type StatusChipProps } from './display/status-badge';
export { taskFailureText, taskReasonText, type TaskReason } from './display/task-reason';

export { registerTexts, currentLanguage, setLanguage, createTranslate, useLanguage } from './texts/catalogue';
export { InterpolatedText, type InterpolatedTextProps } from './texts/interpolated-text';
export { isLanguage, languageFor, languages, type Language } from './texts/language';
export type { TextName, Translate, TextTree, Translation } from './texts/text-types';

export { storedColorMode, useColorMode, type ColorMode } from './theme/color-mode';
export { initColorSchemeScript } from './theme/init-color-scheme';
export { motion, prefersReducedMotion } from './theme/tokens';
export { ThemeRoot, type ThemeRootProps } from './theme-root';
export { hues, type Hue } from './theme/tokens';

export { CountdownText, type CountdownTextProps } from './time/countdown-text';
export {
  formatClock,
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
