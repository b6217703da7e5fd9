import { lazy, Suspense } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import type { FieldProps } from './field-frame';
import { PlainTextField } from './plain-text-field';
import type { PlainTimeZoneProps } from './time-zone-select';

/** A time zone field; the form's value is an IANA name, or empty. */
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

/** Shows the value while the select loads, and when it can't be loaded. */
const ReadOnlyTimeZone = ({ label, value, empty = '', help, error }: PlainTimeZoneProps) => (
  <PlainTextField
    label={label}
    value={value || empty}
    onChange={() => undefined}
    readOnly
    help={help}
    error={error}
  />
);

const TimeZoneSelect = lazy(() =>
  import('./time-zone-select').then(
    (choice) => ({ default: choice.TimeZoneSelect }),
    () => ({ default: ReadOnlyTimeZone }),
  ),
);

/** A time zone select outside a react-hook-form; inside one use TimeZoneField. */
export const PlainTimeZone = (props: PlainTimeZoneProps) => (
  <Suspense fallback={<ReadOnlyTimeZone {...props} />}>
    <TimeZoneSelect {...props} />
  </Suspense>
);
