import { useState } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { useLocale } from '../time/locale';
import { fromWallTime, toWallTime } from '../time/zoned';
import type { FieldProps } from './field-props';
import { PlainSelect } from './plain-select';
import { PlainTextField } from './plain-text-field';

export interface DateTimeFieldProps<T extends FieldValues> extends FieldProps<T> {
  /** IANA zone in which it is typed (the venue's); the reader's own when absent. */
  timeZone?: string;
}

/**
 * A point in time, typed as wall time in a zone; the form's value is ISO 8601 UTC or null. An hour that doesn't exist is
 * refused, for one that comes twice it asks which.
 */
export function DateTimeField<T extends FieldValues>(props: DateTimeFieldProps<T>) {
  const { control, name, rules, help, timeZone: given, ...rest } = props;
  const own = useLocale().timeZone;
  const timeZone = given ?? own;
  const { field, fieldState } = useController({ control, name, rules });
  const value: unknown = field.value;
  const [typed, setTyped] = useState<string | null>(null);
  const wall = typed ?? (typeof value === 'string' ? toWallTime(value, timeZone) : '');
  const instants = wall === '' ? [] : fromWallTime(wall, timeZone);
  const skipped = wall !== '' && instants.length === 0;
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const type = (text: string) => {
    setTyped(text);
    field.onChange(text === '' ? null : (fromWallTime(text, timeZone)[0] ?? null));
  };
  return (
    <>
      <PlainTextField
        label={rest.label}
        type="datetime-local"
        name={field.name}
        inputRef={field.ref}
        value={wall}
        onChange={type}
        onBlur={field.onBlur}
        help={help ?? `In ${zone} time`}
        error={skipped ? `The clocks skip this time in ${zone}` : fieldState.error?.message}
        {...(rest.optional ? { optional: true } : {})}
        {...(rest.disabled ? { disabled: true } : {})}
      />
      {instants.length === 2 ? (
        <PlainSelect
          label="This time comes twice that night"
          value={String(value)}
          onChange={(chosen) => {
            setTyped(wall);
            field.onChange(chosen);
          }}
          options={instants.map((instant, i) => ({
            value: instant,
            label: i === 0 ? 'The first time' : 'The second time',
          }))}
        />
      ) : null}
    </>
  );
}
