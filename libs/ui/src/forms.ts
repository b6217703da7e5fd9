// Fields, forms and their dialogs: loaded with the first page that has a form (docs/decisions/011-first-visit.md).

export { fromWallTime, toWallTime } from './time/zoned';

export { Checkbox } from './form/checkbox';
export { DateTimeField, type DateTimeFieldProps } from './form/date-time-field';
export { FieldFrame, type FieldFrameProps, type FieldProps } from './form/field-frame';
export {
  fromPairs,
  KeyValueGrid,
  toPairs,
  type KeyValue,
  type KeyValueGridProps,
} from './form/key-value-grid';
export { NumberField, type NumberFieldProps } from './form/number-field';
export { moveItem, OrderedList, type OrderedListProps } from './form/ordered-list';
export { PlainTextField, type PlainTextFieldProps } from './form/plain-text-field';
export { SecretField, type SecretFieldProps } from './form/secret-field';
export {
  PlainSelect,
  SelectField,
  type Option,
  type PlainSelectProps,
  type SelectFieldProps,
} from './form/select-field';
export {
  extractEmails,
  SelectedItems,
  type ChoiceItem,
  type SelectedItemsProps,
} from './form/selected-items';
export { TextField, type TextFieldProps } from './form/text-field';
export type { PlainTimeZoneProps } from './form/time-zone-select';
export { PlainTimeZone, TimeZoneField } from './form/time-zone-field';
export {
  CheckboxField,
  SwitchField,
  type CheckboxFieldProps,
  type SwitchFieldProps,
} from './form/toggle-field';
export { isInstant, type DateTimePreset } from './form/use-date-time';
export { useSubmit, type SubmitOptions } from './form/use-submit';

export { FormDialog, type FormDialogProps } from './dialog/form-dialog';
export { ProgressDialog, type ProgressDialogProps } from './dialog/progress-dialog';
export { SectionNav, type SectionNavProps, type SectionStatus } from './dialog/section-nav';
export { useCloseGuard } from './dialog/use-close-guard';
export {
  StaleDialog,
  useStaleSave,
  type StaleDialogProps,
  type StaleDifference,
  type StaleSave,
  type StaleSaveOptions,
} from './dialog/use-stale-save';
export { WizardDialog, type WizardDialogProps, type WizardStep } from './dialog/wizard-dialog';
