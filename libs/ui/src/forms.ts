// Fields, forms and their dialogs: loaded with the first page that has a form (docs/decisions/011-first-visit.md).

export type { ChoiceItem } from './form/selected-items';
export { SelectedItems, type SelectedItemsProps } from './form/selected-items';
export { extractEmails } from './form/selected-items';
export { FormDialog, type FormDialogProps } from './dialog/form-dialog';
export { ProgressDialog, type ProgressDialogProps } from './dialog/progress-dialog';
export { StaleDialog, type StaleDialogProps, type StaleDifference } from './dialog/use-stale-save';
export { SectionNav, type SectionStatus, type SectionNavProps } from './dialog/section-nav';
export { useCloseGuard } from './dialog/use-close-guard';
export { useStaleSave, type StaleSave, type StaleSaveOptions } from './dialog/use-stale-save';
export { WizardDialog, type WizardDialogProps } from './dialog/wizard-dialog';
export type { WizardStep } from './dialog/wizard-dialog';
export { Checkbox } from './form/checkbox';
export { CheckboxField, type CheckboxFieldProps } from './form/toggle-field';
export { DateTimeField, type DateTimeFieldProps } from './form/date-time-field';
export { isInstant, type DateTimePreset } from './form/use-date-time';
export { FieldFrame, type FieldFrameProps } from './form/field-frame';
export type { FieldProps } from './form/field-frame';
export {
  fromPairs,
  KeyValueGrid,
  toPairs,
  type KeyValue,
  type KeyValueGridProps,
} from './form/key-value-grid';
export { NumberField, type NumberFieldProps } from './form/number-field';
export { moveItem, OrderedList, type OrderedListProps } from './form/ordered-list';
export { PlainSelect, type Option, type PlainSelectProps } from './form/select-field';
export { PlainTextField, type PlainTextFieldProps } from './form/plain-text-field';
export { SecretField, type SecretFieldProps } from './form/secret-field';
export { SelectField, type SelectFieldProps } from './form/select-field';
export { SwitchField, type SwitchFieldProps } from './form/toggle-field';
export { TextField, type TextFieldProps } from './form/text-field';
export { PlainTimeZone } from './form/time-zone-field';
export type { PlainTimeZoneProps } from './form/time-zone-choice';
export { TimeZoneField } from './form/time-zone-field';
export { useSubmit, type SubmitOptions } from './form/use-submit';
export { fromWallTime, toWallTime } from './time/zoned';
