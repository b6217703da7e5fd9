// Fields, forms and their dialogs: fetched with the first page that has a form (docs/decisions/011-first-visit.md).

export type { ChoiceItem } from './choice/choice-item';
export { SelectedItems, type SelectedItemsProps } from './choice/chosen-list';
export { extractEmails } from './choice/pasted-emails';
export { FormDialog, type FormDialogProps } from './dialog/form-dialog';
export { ProgressDialog, type ProgressDialogProps } from './dialog/progress-dialog';
export { StaleDialog, type StaleDialogProps, type StaleDifference } from './dialog/stale-dialog';
export { SectionNav, type SectionStatus, type SectionNavProps } from './dialog/section-nav';
export { useCloseGuard } from './dialog/use-close-guard';
export { useStaleSave, type StaleSave, type StaleSaveOptions } from './dialog/use-stale-save';
export { WizardDialog, type WizardDialogProps } from './dialog/wizard-dialog';
export type { WizardStep } from './dialog/wizard-steps';
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
export { moveItem, OrderedList, type OrderedListProps } from './form/ordered-list';
export { PlainSelect, type Option, type PlainSelectProps } from './form/plain-select';
export { PlainTextField, type PlainTextFieldProps } from './form/plain-text-field';
export { SecretField, type SecretFieldProps } from './form/secret-field';
export { SelectField, type SelectFieldProps } from './form/select-field';
export { applyFieldErrors } from './form/server-errors';
export { SwitchField, type SwitchFieldProps } from './form/switch-field';
export { TextField, type TextFieldProps } from './form/text-field';
export { PlainTimeZone } from './form/time-zone/plain-time-zone';
export type { PlainTimeZoneProps } from './form/time-zone/time-zone-props';
export { TimeZoneField } from './form/time-zone/time-zone-field';
export { useSubmit, type SubmitOptions } from './form/use-submit';
export { fromWallTime, toWallTime } from './time/zoned';
