import { useState } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { useTexts } from '../texts';
import { useLocale } from '../time/locale';
import type { FieldProps } from './field-props';
import { PlainTextField } from './plain-text-field';
import { readNumber, writeNumber } from './typed-number';

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
  const t = useTexts();
  const { locale } = useLocale();
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
          t('form.field.number'),
        whole: (value: unknown) =>
          decimal ||
          typeof value !== 'number' ||
          !Number.isFinite(value) ||
          Number.isInteger(value) ||
          t('form.field.whole'),
        min: (value: unknown) =>
          min === undefined ||
          typeof value !== 'number' ||
          !(value < min) ||
          t('form.field.atLeast', { min: writeNumber(min, locale) }),
        max: (value: unknown) =>
          max === undefined ||
          typeof value !== 'number' ||
          !(value > max) ||
          t('form.field.atMost', { max: writeNumber(max, locale) }),
        ...(typeof rules?.validate === 'function' ? { own: rules.validate } : rules?.validate),
      },
    },
  });
  const [typed, setTyped] = useState<string | null>(null);
  const value: unknown = field.value;
  const shown = typeof value === 'number' && Number.isFinite(value) ? writeNumber(value, locale) : '';
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
        field.onChange(text.trim() === '' ? null : readNumber(text, locale));
      }}
      onBlur={() => {
        if (!Number.isNaN(value)) setTyped(null);
        field.onBlur();
      }}
      error={fieldState.error?.message}
    />
  );
}
