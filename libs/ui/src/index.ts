export { createTranslate, currentLanguage, registerTexts, setLanguage, useLanguage } from './texts/catalogue';
export { InterpolatedText, type InterpolatedTextProps } from './texts/interpolated-text';
export { isLanguage, languageFor, languages, type Language } from './texts/language';
export type { TextName, TextTree, Translate, Translation } from './texts/text-types';

export { storedColorMode, useColorMode, type ColorMode } from './theme/color-mode';
export { preloadMonoFont } from './theme/fonts';
export { initColorSchemeScript } from './theme/init-color-scheme';
export { hues, motion, prefersReducedMotion, type Hue } from './theme/tokens';
export { VisuallyHidden } from './theme/visually-hidden';

export { Logo, type LogoProps } from './brand/logo';
export { MosaicBackground } from './brand/mosaic-background';

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
export { browserTimeZone } from './time/time-zones';
export { useClockValue, useSeconds } from './time/use-seconds';

export {
  useCommands,
  usePageActions,
  useRegisteredCommands,
  type Command,
  type PageAction,
} from './commands/commands';
export { formatKey } from './commands/keys';

export { describeDevice } from './display/device';
export { FilterChip, type FilterChipProps } from './display/filter-chip';
export { LiveStatus, type LiveStatusProps } from './display/live-status';
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
export { SegmentedProgress, type SegmentedProgressProps } from './display/segmented-progress';
export { StackedColumns, type ChartColumn, type StackedColumnsProps } from './display/stacked-columns';
export {
  stateAppearance,
  stateLabel,
  stateOptions,
  states,
  type BadgeVariant,
  type StateAppearance,
  type StateKind,
} from './display/states';
export { StatusBadge, StatusChip, type StatusBadgeProps, type StatusChipProps } from './display/status-badge';
export { taskFailureText, taskReasonText, type TaskReason } from './display/task-reason';
export { countsBySeries, type SeriesKey } from './display/task-series';
export { TileBar, type TileBarProps, type TilePart, type TileTone } from './display/tile-bar';
export { useElementWidth } from './display/use-element-width';

export { Alert, type AlertProps } from './feedback/alert';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state';
export { ErrorAlert, type ErrorAlertProps } from './feedback/error-alert';
export { describeError, fieldErrorText, type ErrorInfo } from './feedback/error-info';
export { FloatingBar } from './feedback/floating-bar';
export { ModuleFailed, type ModuleFailedProps } from './feedback/module-failed';
export { PermissionRequired, type PermissionRequiredProps } from './feedback/permission-required';
export {
  useBottomInset,
  useSnackbar,
  type SnackbarControls,
  type SnackbarMessage,
} from './feedback/snackbar-context';

export { SegmentedControl, type SegmentedControlProps } from './form/segmented-control';

export { useConfirm, type Confirm, type LoadedQuestion, type Question } from './dialog/confirm-context';
export type { ConfirmDialogProps } from './dialog/confirm-dialog';
export {
  DialogFrame,
  DialogHeader,
  type DialogFrameProps,
  type DialogHeaderProps,
} from './dialog/dialog-frame';
export { skippedText, type Consequence, type Skipped } from './dialog/impact';
export {
  useAction,
  type Actions,
  type PreviewedAction,
  type SuccessMessage,
  type UndoAction,
} from './dialog/use-action';

export { Page, PageHeader, Panel, PanelPage, type PageHeaderProps, type PanelProps } from './page/page';
export { useFocusRecovery } from './page/use-focus-recovery';

export { ThemeRoot, type ThemeRootProps } from './theme-root';
