import { useState } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props';
import { PlainTextField } from './plain-text-field';

export interface NumberFieldProps<T extends FieldValues> extends FieldProps<T> {
  min?: number;
  max?: number;
  /** Allows decimals. */
  decimal?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
}

/** A number of a form: the value is a number, or null when empty. What is no number is said, not swallowed. */
export function NumberField<T extends FieldValues>(props: NumberFieldProps<T>) {
  const { control, name, rules, min, max, decimal = false, ...rest } = props;
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      ...rules,
      validate: {
        number: (value: unknown) =>
          value === null ||
          value === undefined ||
          (typeof value === 'number' && Number.isFinite(value)) ||
          'Enter a number',
        whole: (value: unknown) =>
          decimal ||
          typeof value !== 'number' ||
          !Number.isFinite(value) ||
          Number.isInteger(value) ||
          'Enter a whole number',
        min: (value: unknown) =>
          min === undefined || typeof value !== 'number' || !(value < min) || `At least ${min}`,
        max: (value: unknown) =>
          max === undefined || typeof value !== 'number' || !(value > max) || `At most ${max}`,
        ...(typeof rules?.validate === 'function' ? { own: rules.validate } : rules?.validate),
      },
    },
  });
  const [typed, setTyped] = useState<string | null>(null);
  const value: unknown = field.value;
  const shown = typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
  return (
    <PlainTextField
      {...rest}
      name={field.name}
      inputRef={field.ref}
      inputMode={decimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? shown}
      onChange={(text) => {
        setTyped(text);
        field.onChange(text.trim() === '' ? null : Number(text.replaceAll(',', '')));
      }}
      onBlur={() => {
        if (!Number.isNaN(value)) setTyped(null);
        field.onBlur();
      }}
      error={fieldState.error?.message}
    />
  );
}
