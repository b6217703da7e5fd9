import { useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { useTexts } from '../texts';
import { useLocale } from '../time/locale';
import type { FieldProps } from './field-frame';
import { PlainTextField } from './plain-text-field';

export interface NumberFieldProps<T extends FieldValues> extends FieldProps<T> {
  min?: number;
  max?: number;
  /** Allows decimals. */
  decimal?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
}

/** A number field; the form's value is a number, null when empty, or NaN (an error) for other text. */
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
          t('form.field.atLeast', { min: formatNumber(min, locale) }),
        max: (value: unknown) =>
          max === undefined ||
          typeof value !== 'number' ||
          !(value > max) ||
          t('form.field.atMost', { max: formatNumber(max, locale) }),
        ...(typeof rules?.validate === 'function' ? { own: rules.validate } : rules?.validate),
      },
    },
  });
  const [typed, setTyped] = useState<string | null>(null);
  const value: unknown = field.value;
  const shown = typeof value === 'number' && Number.isFinite(value) ? formatNumber(value, locale) : '';
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
        field.onChange(text.trim() === '' ? null : parseNumber(text, locale));
      }}
      onBlur={() => {
        if (!Number.isNaN(value)) setTyped(null);
        field.onBlur();
      }}
      error={fieldState.error?.message}
    />
  );
}

const getSeparators = (locale: string) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(123_456.7);
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: sign('group'), decimal: sign('decimal') };
};

/**
 * Parses a number in a language's format: "1,200" and "12.5" in English, "1.200" and "12,5" in German.
 *
 * @returns NaN for other text, also for a number in another language's format ("12,5" in English)
 */
export function parseNumber(typed: string, locale: string): number {
  const { group, decimal } = getSeparators(locale);
  const [whole = '', fraction, ...more] = typed.trim().split(decimal);
  const [first = '', ...groups] = group === '' ? [whole] : whole.split(group);
  const areGroups = groups.every((digits) => /^\d{3}$/.test(digits)) && /^[+-]?\d{1,3}$/.test(first);
  if (more.length > 0 || (groups.length > 0 && !areGroups)) return NaN;
  return Number([first, ...groups].join('') + (fraction === undefined ? '' : `.${fraction}`));
}

/** Formats a number for an input, without group separators. */
export const formatNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
