import { useController, type FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props';
import { PlainSelect, type Option } from './plain-select';

export interface SelectFieldProps<T extends FieldValues> extends FieldProps<T> {
  options: readonly Option[];
  /** Shown for null, which can then be chosen. */
  empty?: string;
  /** The form holds a number (an id). */
  numeric?: boolean;
}

/** One of a list: the value is a string, or a number with `numeric`, or null when empty. */
export function SelectField<T extends FieldValues>(props: SelectFieldProps<T>) {
  const { control, name, rules, numeric = false, ...rest } = props;
  const { field, fieldState } = useController({ control, name, rules });
  const value: unknown = field.value;
  return (
    <PlainSelect
      {...rest}
      inputRef={field.ref}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(chosen) => field.onChange(chosen === '' ? null : numeric ? Number(chosen) : chosen)}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
