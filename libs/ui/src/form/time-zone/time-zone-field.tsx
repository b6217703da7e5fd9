import { useController, type FieldValues } from 'react-hook-form';
import type { FieldProps } from '../field-props';
import { PlainTimeZone } from './plain-time-zone';

/** A time zone of a form: its IANA name, or empty. */
export function TimeZoneField<T extends FieldValues>({ control, name, rules, ...rest }: FieldProps<T>) {
  const { field, fieldState } = useController({ control, name, rules });
  return (
    <PlainTimeZone
      {...rest}
      inputRef={field.ref}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
