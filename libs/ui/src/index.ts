import './theme/augmentation';

export { Logo, type LogoProps } from './brand/logo';
export { MosaicBackground } from './brand/mosaic-background';
export {
  type Command,
  type PageAction,
  useCommands,
  usePageActions,
  useRegisteredCommands,
} from './commands/commands';
export { formatKey } from './commands/keys';
export { type Confirm, type LoadedQuestion, type Question, useConfirm } from './dialog/confirm-context';
export type { ConfirmDialogProps } from './dialog/confirm-dialog';
export {
  DialogFrame,
  type DialogFrameProps,
  DialogHeader,
  type DialogHeaderProps,
} from './dialog/dialog-frame';
export { type Consequence, type Skipped, skippedText } from './dialog/impact';
export {
  type Actions,
  type PreviewedAction,
  type SuccessMessage,
  type UndoAction,
  useAction,
} from './dialog/use-action';
export { describeDevice } from './display/device';
export { FilterChip, type FilterChipProps } from './display/filter-chip';
export { LiveStatus, type LiveStatusProps } from './display/live-status';
export {
  type CurrencyTotal,
  formatCount,
  formatMoney,
  formatTotals,
  Money,
  type MoneyProps,
  MoneyTotals,
  type MoneyTotalsProps,
  totalsByCurrency,
} from './display/money';
export { SegmentedProgress, type SegmentedProgressProps } from './display/segmented-progress';
export { type ChartColumn, StackedColumns, type StackedColumnsProps } from './display/stacked-columns';
export {
  type BadgeVariant,
  type StateAppearance,
  stateAppearance,
  type StateKind,
  stateLabel,
  stateOptions,
  states,
} from './display/states';
export { StatusBadge, type StatusBadgeProps, StatusChip, type StatusChipProps } from './display/status-badge';
export { countsBySeries, type SeriesKey } from './display/task-series';
export { TileBar, type TileBarProps, type TilePart, type TileTone } from './display/tile-bar';
export { useElementWidth } from './display/use-element-width';
export { Alert, type AlertProps } from './feedback/alert';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state';
export { ErrorAlert, type ErrorAlertProps } from './feedback/error-alert';
export { describeError, type ErrorInfo, fieldErrorText } from './feedback/error-info';
export { FloatingBar } from './feedback/floating-bar';
export { ModuleFailed, type ModuleFailedProps } from './feedback/module-failed';
export { findNoticeHost, NoticeHost } from './feedback/notice-host';
export { PermissionRequired, type PermissionRequiredProps } from './feedback/permission-required';
export {
  type SnackbarControls,
  type SnackbarMessage,
  useBottomInset,
  useSnackbar,
} from './feedback/snackbar-context';
export { SegmentedControl, type SegmentedControlProps } from './form/segmented-control';
export { useHasUnsavedInput, useUnsavedInput } from './form/unsaved-input';
export { Lines } from './page/lines';
export { Page, PageHeader, type PageHeaderProps, Panel, PanelPage, type PanelProps } from './page/page';
export { QueryContent, type QueryContentProps } from './page/query-content';
export { useFocusRecovery } from './page/use-focus-recovery';
export { useKept } from './page/use-kept';
export { createTranslate, currentLanguage, registerTexts, setLanguage, useLanguage } from './texts/catalogue';
export { compareLabels, compareTexts } from './texts/compare-texts';
export { InterpolatedText, type InterpolatedTextProps } from './texts/interpolated-text';
export { isLanguage, type Language, languageFor, languages } from './texts/language';
export type { TextName, TextTree, Translate, Translation } from './texts/text-types';
export { type ColorMode, storedColorMode, useColorMode } from './theme/color-mode';
export { preloadMonoFont } from './theme/fonts';
export { initColorSchemeScript } from './theme/init-color-scheme';
export { type Hue, hues, motion, prefersReducedMotion } from './theme/tokens';
export { VisuallyHidden } from './theme/visually-hidden';
export { ThemeRoot, type ThemeRootProps } from './theme-root';
export {
  CountdownText,
  type CountdownTextProps,
  lapsingSeconds,
  useSecondsLeft,
} from './time/countdown-text';
export {
  formatClock,
  formatDuration,
  formatInstant,
  type FormatOptions,
  type InstantStyle,
} from './time/format';
export { Instant, type InstantProps } from './time/instant';
export { type Locale, LocaleProvider, useLocale } from './time/locale';
export { browserTimeZone } from './time/time-zones';
export { useClockValue, useSeconds } from './time/use-seconds';
