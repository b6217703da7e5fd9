import { lazy, Suspense } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-frame';
import { PlainTextField } from './plain-text-field';
import type { PlainTimeZoneProps } from './time-zone-choice';

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

/** The zone until the choice is there, or when it can't be fetched. */
const ShownZone = ({ label, value, empty = '', help, error }: PlainTimeZoneProps) => (
  <PlainTextField
    label={label}
    value={value || empty}
    onChange={() => undefined}
    readOnly
    help={help}
    error={error}
  />
);

const ZoneChoice = lazy(() =>
  import('./time-zone-choice').then(
    (choice) => ({ default: choice.ZoneChoice }),
    () => ({ default: ShownZone }),
  ),
);

/** A time zone, found by typing its city or region and shown with its present offset; inside a form use TimeZoneField. */
export const PlainTimeZone = (props: PlainTimeZoneProps) => (
  <Suspense fallback={<ShownZone {...props} />}>
    <ZoneChoice {...props} />
  </Suspense>
);
