// Fields, forms and their dialogs: loaded with the first page that has a form (docs/decisions/011-first-visit.md).

export { FormDialog, type FormDialogProps } from './dialog/form-dialog';
export { ProgressDialog, type ProgressDialogProps } from './dialog/progress-dialog';
export { SecretDialog, type SecretDialogProps } from './dialog/secret-dialog';
export { SectionNav, type SectionNavProps, type SectionStatus } from './dialog/section-nav';
export { useCloseGuard } from './dialog/use-close-guard';
export {
  StaleDialog,
  type StaleDialogProps,
  type StaleDifference,
  type StaleSave,
  type StaleSaveOptions,
  useStaleSave,
} from './dialog/use-stale-save';
export { WizardDialog, type WizardDialogProps, type WizardStep } from './dialog/wizard-dialog';
export { Checkbox } from './form/checkbox';
export { DateTimeField, type DateTimeFieldProps } from './form/date-time-field';
export { FieldFrame, type FieldFrameProps, type FieldProps } from './form/field-frame';
export {
  fromPairs,
  type KeyValue,
  KeyValueGrid,
  type KeyValueGridProps,
  toPairs,
} from './form/key-value-grid';
export { NumberField, type NumberFieldProps } from './form/number-field';
export { moveItem, OrderedList, type OrderedListProps } from './form/ordered-list';
export { PlainChoice, type PlainChoiceProps } from './form/plain-choice';
export { PlainTextField, type PlainTextFieldProps } from './form/plain-text-field';
export { SecretField, type SecretFieldProps } from './form/secret-field';
export {
  type Option,
  PlainSelect,
  type PlainSelectProps,
  SelectField,
  type SelectFieldProps,
} from './form/select-field';
export {
  type ChoiceItem,
  extractEmails,
  SelectedItems,
  type SelectedItemsProps,
} from './form/selected-items';
export { TextField, type TextFieldProps } from './form/text-field';
export { PlainTimeZone, TimeZoneField } from './form/time-zone-field';
export type { PlainTimeZoneProps } from './form/time-zone-select';
export {
  CheckboxField,
  type CheckboxFieldProps,
  SwitchField,
  type SwitchFieldProps,
} from './form/toggle-field';
export { type DateTimePreset, isInstant } from './form/use-date-time';
export { type SubmitOptions, useSubmit } from './form/use-submit';
export { fromWallTime, toWallTime } from './time/zoned';
